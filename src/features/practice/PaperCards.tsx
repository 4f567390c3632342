/** Papers to practise on, with what came of them so far. */
import { Link } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import type { PracticePaper } from '../../contract/practice/volume.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { SearchBox } from '../../kit/list/SearchBox.tsx'
import { Ago } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { useKept } from '../../kit/list/useKept.ts'

const start = { q: '', page: 1 }
export function PaperCards() {
  const [at, setAt] = useKept(start, undefined, 'paper_')
  const size = limits.pageSize.default
  const { data, error, refetch } = useRead('GET /practice/papers', {
    query: { page: at.page, page_size: size, ...(at.q ? { q: at.q } : {}) },
  })
  return (
    <section aria-labelledby="practice-papers">
      <h2 id="practice-papers" className="practice-heading">
        {t('practice.papers')}
      </h2>
      {(at.q || (data && data.total > size)) && (
        <div className="practice-bar">
          <SearchBox
            of={t('practice.papers')}
            label={t('practice.search_papers')}
            q={at.q}
            onSearch={(q) => setAt({ q, page: 1 })}
          />
        </div>
      )}
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="tiles" rows={2} />}
      {data?.items.length === 0 && (
        <Empty compact icon="file" title={t(at.q ? 'kit.list.no_match' : 'practice.no_papers')} />
      )}
      <ul className="practice-cards">
        {data?.items.map((paper) => (
          <PaperCard key={paper.id} of={paper} />
        ))}
      </ul>
      <Pager
        of={t('practice.papers')}
        page={at.page}
        size={size}
        total={data?.total}
        onPage={(page) => setAt({ ...at, page })}
      />
    </section>
  )
}

function PaperCard({ of: p }: { of: PracticePaper }) {
  return (
    <li className="practice-card">
      <Ring
        value={p.best ?? 0}
        tone={p.state === 'done' ? 'ok' : 'accent'}
        label={t('practice.paper_best_of', { name: p.name })}
      />
      <div className="practice-card-words">
        <h3>
          <Link to={href('volume-detail', { id: p.id })}>{p.name}</Link>
        </h3>
        <p className="mg-dim">
          {t('practice.paper_size', { items: p.items, score: p.score })}
          {' · '}
          {t(`practice.level.${p.difficulty}`)}
        </p>
        <p className="mg-faint">
          <Icon name="clock" /> {format.span(p.duration)}
          {' · '}
          {p.last_at ? (
            <>
              {t('practice.last_at')} <Ago at={p.last_at} />
            </>
          ) : (
            t('practice.never')
          )}
        </p>
        {p.best !== null && (
          <p className="mg-faint">{t('practice.paper_best', { share: format.percent(p.best), n: p.tries })}</p>
        )}
      </div>
    </li>
  )
}
