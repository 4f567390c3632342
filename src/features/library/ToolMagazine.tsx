import './library.css'
import { tool } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { list } from '../../kit/list/list.tsx'
import { FieldValue } from '../../kit/resource/Value.tsx'
import { byPlatform, spare, toolColumns } from './tools.ts'

/** The learner's library: cards to look around in, a list to look things up in. */
export default list({
  of: tool,
  screen: 'tool-magazine',
  about: 'library.tools_text',
  look: 'cards',
  rail: { of: 'category_id', count: 'tools' },
  columns: [...toolColumns, ...spare('language', 'website', 'keywords', 'attack_ids', 'updated_at')],
  filters: [byPlatform, 'price', 'language', 'online', 'origin', 'updated_at'],
  open: (row) => href('tool-detail', { id: row.id }),
  card: (row) => (
    <>
      <p className="library-kind mg-faint mg-ellipsis">
        {[row.category_name, row.language].filter(Boolean).join(' · ')}
      </p>
      <p className="library-summary">{row.summary}</p>
      {row.platforms.length > 0 && <FieldValue resource={tool} name="platforms" row={row} dense />}
    </>
  ),
  empty: { title: 'library.tools_empty', text: 'library.magazine_empty_text' },
})
