/**
 * A cluster of tools of the MISP galaxy: `{ category: "tool", type, values: [{ value, description, meta: { external_id, refs, synonyms,
 * mitre_platforms } }] }`. ATT&CK software is called `Name - S0005` there; the number is kept as its ATT&CK id and not in the name.
 */
import { toolPlatforms } from '#src/contract/library/tool.ts'
import type { Format } from './format.ts'
import { headText } from './format.ts'
import { Unreadable } from './found.ts'
import { jsonItems, surveyJson } from './read/items.ts'
import { looseList, type Loose, object, distinctTexts } from './read/loose.ts'
import { recordToRow, slug } from './rows.ts'

const platformOf = (name: unknown): unknown =>
  typeof name === 'string' ? (toolPlatforms.find((p) => p === slug(name)) ?? 'other') : name

function fields(row: Loose, category: string) {
  const meta = object(row['meta'])
  const id = meta['external_id']
  const called = row['value']
  const name =
    typeof called === 'string' && typeof id === 'string' && called.endsWith(` - ${id}`)
      ? called.slice(0, -id.length - 3)
      : called
  const platforms = distinctTexts(looseList(meta['mitre_platforms']).map(platformOf))
  return {
    name,
    category,
    summary: row['description'],
    platforms: platforms.length ? platforms : undefined,
    synonyms: distinctTexts(looseList(meta['synonyms'])).filter((s) => s !== name),
    references: distinctTexts(looseList(meta['refs'])),
    attack_ids: typeof id === 'string' ? [id] : undefined,
    origin: 'misp',
  }
}

export const mispGalaxyTools: Format = {
  id: 'misp-galaxy-tools',
  resources: ['tool'],
  sniff(_, head) {
    const text = headText(head)
    if (!/^\ufeff?\s*\{/.test(text) || !/"category"\s*:\s*"tool"/.test(text)) return 0
    return /"uuid"\s*:/.test(text) && /"type"\s*:/.test(text) ? 0.9 : 0.4
  },
  async *read(source) {
    const { top, facts, lists } = await surveyJson(source)
    if (top !== 'object' || !lists.has('values') || facts.get('category') !== 'tool')
      throw new Unreadable('json_shape', { needs: 'category: tool, values' })
    if (!lists.get('values')) throw new Unreadable('no_records')
    const type = facts.get('type')
    const category = typeof type === 'string' && type ? type : 'tool'
    for await (const { value, index, line } of jsonItems(source, (l) => l === 'values'))
      yield recordToRow('tool', { file: source.name, line, index, path: 'values' }, value, (r) => fields(r, category))
  },
}
