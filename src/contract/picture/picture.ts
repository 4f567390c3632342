/** What pictures may be, by what they are for. Sizes in bytes, sides in pixels. */
import { limits } from '../limits.ts'

export const pictureTypes = ['png', 'jpg', 'gif'] as const
export type PictureType = (typeof pictureTypes)[number]

export interface PictureRule {
  types: readonly PictureType[]
  min: number
  max: number
  /** Longest side. */
  side: number
  /** The one size it must have. */
  exactly?: { width: number; height: number }
}

/**
 * `icon`: of an image or a service. `picture`: of a person or a team. `text`: inside a text in Markdown. `logo`: of the platform, for its header; the specification's 38×248 is a height and a width. A logo of two
 * colours may well be smaller than a kilobyte, so only people's pictures have a least size.
 */
export const pictureUses = {
  picture: { types: ['png', 'jpg', 'gif'], min: limits.image.min, max: limits.image.max, side: 4096 },
  text: { types: ['png', 'jpg', 'gif'], min: 0, max: limits.icon, side: 4096 },
  logo: { types: ['png', 'jpg'], min: 0, max: limits.image.max, side: 4096, exactly: { width: 248, height: 38 } },
  icon: { types: ['png', 'jpg'], min: 0, max: limits.icon - 1, side: 4096, exactly: { width: 80, height: 80 } },
} as const satisfies Record<string, PictureRule>
export type PictureUse = keyof typeof pictureUses

/** Most frames of an animation, and most pixels of all of them together. */
export const pictureFrames = { most: 200, pixels: 64_000_000 } as const

/** Why a file is no picture for its use. */
const pictureReasons = ['type', 'disagrees', 'too_small', 'broken', 'side', 'size', 'frames'] as const
export type PictureReason = (typeof pictureReasons)[number]

/** Types by the end of a file's name. */
export const typeOfName = (name: string): PictureType | undefined => {
  const end = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase()
  return end === 'jpeg' || end === 'jpg' ? 'jpg' : end === 'png' || end === 'gif' ? end : undefined
}

/** What a row holds of a picture: its name in the store, or nothing. */
export const pictureName = /^(?:[0-9a-f-]{36}\.(?:png|jpg|gif))?$/
