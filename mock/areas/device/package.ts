/** Packages of services by what is inside. Sources: APPNOTE.TXT (zip), rarlab technote (rar), MS-CFB (msi), PE Format (exe), POSIX ustar (tar). */
import { packageEnds, type ServicePlatform } from '#src/contract/device/service.ts'
import { BinaryFields, type ReadBytesAt, type RefusedImage, refusedImage } from '#src/contract/image/header/found.ts'
import { tar } from '#src/contract/image/header/archives.ts'
import { fileExtensionOf } from '#src/contract/image/header/recognise.ts'

const starts = [
  ['zip', 'PK\x03\x04'],
  ['rar', 'Rar!\x1a\x07'],
  ['msi', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
] as const

async function insideOf(read: ReadBytesAt, size: number): Promise<string | undefined> {
  const h = new BinaryFields(await read(0, 512), true)
  for (const [end, mark] of starts) if (h.text(0, mark.length) === mark) return end
  if (h.length >= 64 && h.text(0, 2) === 'MZ') {
    const pe = new BinaryFields(await read(h.u32(60), 4), true)
    return pe.text(0, 4) === 'PE\0\0' ? 'exe' : undefined
  }
  const verdict = await tar(read, size)
  // an archive of other things is a package all the same; one that is damaged is none
  return verdict && (verdict.ok || verdict.reason === 'unknown_content') ? 'tar' : undefined
}

/** @returns undefined when the package is what it is called, and of a kind that the platform takes */
export async function packageFault(
  read: ReadBytesAt,
  size: number,
  { name, platform }: { name: string; platform: ServicePlatform },
): Promise<RefusedImage | undefined> {
  const is = await insideOf(read, size)
  if (!is) return refusedImage('unknown_content')
  if (is !== fileExtensionOf(name)) return refusedImage('extension_differs', { is })
  return (packageEnds[platform] as readonly string[]).includes(is) ? undefined : refusedImage('type_differs', { is })
}
