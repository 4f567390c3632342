/** Files that go with a challenge: what lies in the archive becomes an attachment, what is missing there is named. */
import { baseName, folderOf } from '../../source.ts'
import { attach, type There } from '../attach.ts'
import { besideFile, pathFrom } from '../beside.ts'
import type { ForeignChallenge } from './challenge.ts'

export interface ChallengeFile {
  /** As the challenge says it: a file, or a folder of files. */
  path: string
  /** The name it goes by, where the challenge gives one. */
  as?: string
}
/** Left by editors and by systems for versions. */
const hidden = /(^|\/)(\.[^/]*|__MACOSX\/.*|Thumbs\.db)$/i

function found({ q, source, beside }: ForeignChallenge, { path, as }: ChallengeFile): There[] {
  const file = besideFile(source, beside, path)
  if (file) return [{ source: file, name: as ?? baseName(file.name) }]
  const folder = pathFrom(folderOf(source.name), path)
  const inside = folder
    ? beside.filter((s) => s.name.startsWith(`${folder}/`) && !hidden.test(s.name.slice(folder.length)))
    : []
  if (!inside.length) q.note('note_file_missing', { name: path.slice(0, 200) })
  return inside.map((s) => ({ source: s, name: s.name.slice((folder?.length ?? 0) + 1) }))
}

/** Files by their paths beside the challenge. */
export const filesBeside = (c: ForeignChallenge, wanted: readonly ChallengeFile[]): { attachments?: object[] } =>
  attach(
    c.q,
    wanted.flatMap((w) => found(c, w)),
  )

/** Files of an upload folder, each under a folder of its own there: `<digest>/<name>`. */
export function filesUploaded(c: ForeignChallenge, locations: readonly string[]): { attachments?: object[] } {
  const there = locations.flatMap((location): There[] => {
    const source = c.beside.find((s) => s.name.endsWith(`uploads/${location}`))
    if (!source) c.q.note('note_file_missing', { name: location.slice(0, 200) })
    return source ? [{ source, name: baseName(location) }] : []
  })
  return attach(c.q, there)
}
