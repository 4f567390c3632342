import { dork } from '../../contract/library/dork.ts'
import { href } from '../../contract/screens/index.ts'
import { list } from '../../kit/list/list.tsx'
import { spare } from './tools.ts'

export default list({
  of: dork,
  screen: 'ghdb-library',
  about: 'library.dorks_text',
  rail: { of: 'category' },
  columns: [
    'title',
    { of: 'query', grow: true },
    'category',
    'published_on',
    'author',
    ...spare('ghdb_id', 'description', 'reference'),
  ],
  filters: ['author', 'published_on', 'ghdb_id'],
  open: (row) => href('ghdb-detail', { id: row.id }),
  empty: { text: 'library.dorks_empty_text' },
})
