import { z } from 'zod'
import { FileName } from '../lib/oneLine.schema.ts'
import { limits } from '../limits.ts'
import { routes } from '../lib/route.ts'
import { pictureName, pictureTypes, pictureUses } from './picture.ts'
import { keysOf } from '../lib/typed.ts'

/** A picture as a field: the name the upload answered, or an empty text. The server looks whether it is the writer's. */
export const Picture = z.string().max(64).regex(pictureName)

export const pictureRoutes = routes({
  'POST /pictures': {
    summary:
      'Upload a picture: looked through, cleaned of what is not picture, kept for a day until a row of the caller names it',
    screens: 'signed-in',
    query: z.strictObject({
      use: z.enum(keysOf(pictureUses)).default('picture'),
      /** Name of the file, and the type the browser gives it: both must agree with what is inside. */
      name: FileName,
      type: z.string().max(100).default(''),
    }),
    reply: z.object({
      id: z.string(),
      type: z.enum(pictureTypes),
      width: z.number().int(),
      height: z.number().int(),
      size: z.number().int(),
    }),
    stream: 'upload',
    rate: 'upload',
    most: limits.icon,
    problems: ['picture_refused', 'too_large', 'quota_full'],
    audit: 'picture.create',
  },
  'GET /pictures/:id': {
    summary: 'A picture by its unguessable name; it never changes',
    screens: 'public',
    serves: ['personal'],
    reply: z.unknown(),
    stream: 'download',
  },
})
