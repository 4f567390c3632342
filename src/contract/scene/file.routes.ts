/** Files that people inject into running nodes. */
import { z } from 'zod'
import { FileName } from '../lib/oneLine.schema.ts'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { shaped } from '../lib/text.ts'
import { isFilePath } from '../topology/checkNode.ts'
import { sceneLimits, wholePath } from './node.ts'
import { ownSceneAccess, sceneProblemCodes } from './routes.ts'
import { SceneFile } from './scene.schema.ts'

const Room = z.object({ bytes: z.number().int(), most: z.number().int() })

export const fileRoutes = routes({
  'GET /scenes/:id/files': {
    ...ownSceneAccess,
    summary: 'Files that were injected, newest first',
    reply: z.object({
      items: z.array(SceneFile),
      /** Files of the scene, also of nodes that the caller does not open, and how many there may be. */
      count: z.number().int(),
      most: z.number().int(),
      /** Of the largest file. */
      bytes: z.number().int(),
      /** Bytes of files that have not arrived, and the most that is kept of them: of the scene, of the caller in all scenes. */
      waiting: z.object({ scene: Room, mine: Room }),
    }),
  },
  'POST /scenes/:id/files': {
    ...ownSceneAccess,
    summary: 'Inject a file into a running node',
    query: z.strictObject({
      node: Id,
      /** Where on the node: a whole path, or a folder that ends with a slash. */
      path: z
        .string()
        .min(1)
        .max(1024)
        .refine((path) => isFilePath(wholePath(path, 'file')), { params: { rule: 'absolute_path' } }),
      name: FileName,
      mode: shaped(z.string(), /^[0-7]{3,4}$/, 'file_mode').default('644'),
    }),
    reply: SceneFile,
    stream: 'upload',
    most: sceneLimits.file,
    rate: 'upload',
    problems: ['not_allowed_in_state', 'too_large', 'quota_full', 'uploads_at_once'],
    audit: 'scene.inject',
  },
  'POST /scenes/:id/files/retry': {
    ...ownSceneAccess,
    summary: 'Retry a failed file',
    body: z.strictObject({ file_id: Id }),
    reply: SceneFile,
    problems: sceneProblemCodes,
    audit: 'scene.inject',
  },
})
