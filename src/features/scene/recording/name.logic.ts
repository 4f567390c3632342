import type { Recording } from '../../../contract/scene/recording.schema.ts'

const endings: Record<Recording['kind'], string> = { terminal: 'cast', desktop: 'webm', screenshot: 'png' }
/** What a recording is called as a file: letters and digits of any language, nothing a file system trips over. */
export const recordingFileNameOf = (
  row: Pick<Recording, 'scene_name' | 'node_name' | 'started_at' | 'kind'>,
): string => {
  const words = [row.scene_name, row.node_name, row.started_at.slice(0, 19)].join(' ')
  return `${words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.${endings[row.kind]}`
}
