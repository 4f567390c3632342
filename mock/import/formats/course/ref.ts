/** How a section of a plan names a question of the same plan before that has an id: by where it stands. */
import { createHash } from 'node:crypto'
import type { Place } from '../found.ts'

export const placeRef = ({ file, line, index, path }: Place): string =>
  `ref:${createHash('sha256')
    .update([file, line ?? '', index ?? '', path ?? ''].join('\u001f'))
    .digest('hex')
    .slice(0, 40)}`
