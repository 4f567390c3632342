import './library.css'
import { dork } from '../../contract/library/dork.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { CodeLine } from '../../kit/detail/CodeLine.tsx'
import { detail } from '../../kit/detail/detail.tsx'
import { OutLink } from '../../kit/resource/OutLink.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { ghdbUrl, searchUrl } from './dork.logic.ts'

export default detail({
  of: dork,
  title: 'screen.ghdb-detail',
  back: () => href('ghdb-library'),
  first: [
    {
      title: 'dork.field.query',
      render: (row) => (
        <>
          <CodeLine text={row.query} />
          <p className="library-out">
            <OutLink href={searchUrl(row.query)} className={linkClass()}>
              {t('library.open_search')}
            </OutLink>
            {row.ghdb_id !== null && <OutLink href={ghdbUrl(row.ghdb_id)}>{t('library.open_ghdb')}</OutLink>}
            <span className="mg-faint">{t('library.query_warning')}</span>
          </p>
        </>
      ),
    },
  ],
  fields: ['category', 'ghdb_id', 'author', 'published_on', 'reference', 'description'],
})
