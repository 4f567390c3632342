/** A picture as it may be kept: recognised by its content, of an allowed size, and holding nothing but the picture. */
import { type PictureRule, typeOfName } from '#src/contract/picture/picture.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng, pngSignature } from './png.ts'
import { type Allow, BadPicture, type Cleaned } from './read.ts'

const mimes: Record<string, string> = {
  'image/png': 'png',
  'image/x-png': 'png',
  'image/jpeg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/gif': 'gif',
}

const typeInside = (bytes: Buffer): 'png' | 'jpg' | 'gif' | undefined => {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  return /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) ? 'gif' : undefined
}

/**
 * @param said what the sender calls it: the file's name and the type the browser gives, empty when it gives none
 * @throws BadPicture
 */
export async function cleanPicture(
  bytes: Buffer,
  rule: PictureRule,
  said: { name: string; type: string },
): Promise<Cleaned> {
  const type = typeInside(bytes)
  if (!type || !rule.types.includes(type)) throw new BadPicture('type')
  if (typeOfName(said.name) !== type || (said.type !== '' && mimes[said.type.toLowerCase()] !== type))
    throw new BadPicture('disagrees')
  if (bytes.length < rule.min) throw new BadPicture('too_small', { min: rule.min })
  const allow: Allow = ({ width, height }) => {
    const { exactly, side } = rule
    if (!width || !height) throw new BadPicture('broken')
    if (exactly && (width !== exactly.width || height !== exactly.height))
      throw new BadPicture('size', { ...exactly, is_width: width, is_height: height })
    if (width > side || height > side) throw new BadPicture('side', { side, width, height })
  }
  const clean = { png: cleanPng, jpg: cleanJpeg, gif: cleanGif }[type]
  return await clean(bytes, allow)
}
