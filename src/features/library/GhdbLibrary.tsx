import { dork } from '../../contract/library/dork.ts'
import { href } from '../../contract/screens/index.ts'
import { list } from '../../kit/list/list.tsx'

export default list({
  of: dork,
  screen: 'ghdb-library',
  about: 'library.dorks_text',
  density: 'compact',
  rail: { of: 'category' },
  columns: [
    'title',
    { of: 'query', grow: true, width: 240 },
    { of: 'category', width: 200 },
    'published_on',
    { of: 'author', width: 120 },
    { of: 'ghdb_id', spare: true },
    { of: 'description', spare: true },
    { of: 'reference', spare: true },
  ],
  filters: ['author', 'published_on', 'ghdb_id'],
  open: (row) => href('ghdb-detail', { id: row.id }),
  empty: { text: 'library.dorks_empty_text' },
})
