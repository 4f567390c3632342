/** A YAML file of challenges, one in each document; where it names no category, the folder around the challenge's own is one. */
import type { FoundRow } from '../../found.ts'
import { Unreadable } from '../../found.ts'
import { type Loose, object, looseText } from '../../read/loose.ts'
import { yamlDocuments } from '../../read/yaml.ts'
import { baseName, folderOf, type SourceFile } from '../../source.ts'
import { type ForeignChallenge, challenge, challengeRow } from './challenge.ts'

const folderAround = (name: string): string => baseName(folderOf(folderOf(name).slice(0, -1)).slice(0, -1))

/** @param is whether a record is one of the format's; the file is refused whole at the first that is none */
export async function* challengesIn(
  source: SourceFile,
  beside: readonly SourceFile[],
  fields: (c: ForeignChallenge) => Promise<Record<string, unknown>>,
  is: (record: Loose) => boolean = () => true,
): AsyncGenerator<FoundRow> {
  const documents = (await yamlDocuments(source)).filter((d) => d.value !== null && d.value !== undefined)
  if (!documents.length) throw new Unreadable('no_records')
  for (const { value, line } of documents)
    if (object(value) !== value || !is(object(value))) throw new Unreadable('yaml_shape', { line })
  for (const { value, line, index } of documents) {
    const c = challenge(source, beside, value, { line, ...(documents.length > 1 ? { index } : {}) })
    const category = looseText(c.value['category'])
    yield await challengeRow(c, typeof category === 'string' && category ? category : folderAround(source.name), () =>
      fields(c),
    )
  }
}
