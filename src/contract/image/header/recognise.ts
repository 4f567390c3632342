/** What a file is by what is inside: its name and its media type are what somebody says of it. */
import type { ImageFormat, ImageType } from '../image.ts'
import { formatsOf } from '../image.ts'
import { storeNames } from '../name.ts'
import { iso, tar } from './archives.ts'
import { qcow2, rawDisk, vdi, vhd, vhdx, vmdk } from './disks.ts'
import { type RecognisedImage, type ReadBytesAt, refusedImage, type ImageVerdict } from './found.ts'
import { keysOf } from '../../lib/typed.ts'

/** A disk byte for byte comes last: whatever begins like another format is that, or a disk that a machine has written over. */
const readers = [qcow2, vmdk, vdi, vhdx, tar, iso, vhd, rawDisk] as const

export async function recognise(read: ReadBytesAt, size: number): Promise<ImageVerdict> {
  for (const reader of readers) {
    const verdict = await reader(read, size)
    if (verdict) return verdict
  }
  return refusedImage('unknown_content')
}

const ends: Readonly<Record<ImageFormat, readonly string[]>> = {
  qcow2: ['qcow2', 'qcow', 'img'],
  vmdk: ['vmdk'],
  vdi: ['vdi'],
  vhd: ['vhd'],
  vhdx: ['vhdx'],
  raw: ['raw', 'img'],
  ova: ['ova'],
  iso: ['iso'],
  docker: ['tar'],
  oci: ['tar'],
}
/** Ends of names that an upload for the type may have. */
export const endsOf = (type: ImageType): string[] => [...new Set(formatsOf[type].flatMap((f) => ends[f]))]
export const fileExtensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export const typeOfFormat = (format: ImageFormat): ImageType =>
  keysOf(formatsOf).find((t) => (formatsOf[t] as readonly ImageFormat[]).includes(format)) ?? 'machine'

/** Whether a file is what the image says it is. A container's name must be the one in the image store. */
export function agrees(
  verdict: ImageVerdict,
  image: { name: string; type: ImageType; format: ImageFormat },
  file: string,
): ImageVerdict {
  if (!verdict.ok) return verdict
  const { format, labels } = verdict as RecognisedImage
  if (!ends[format].includes(fileExtensionOf(file))) return refusedImage('extension_differs', { is: format })
  if (typeOfFormat(format) !== image.type) return refusedImage('type_differs', { is: format })
  if (format !== image.format) return refusedImage('format_differs', { is: format, said: image.format })
  if (image.type === 'container') {
    const names = labels.flatMap(storeNames)
    if (!names.includes(image.name)) return refusedImage('store_name', { name: names[0] ?? '–' })
  }
  return verdict
}
