/** Papers to practise on, with what came of them so far. */
import { Link } from 'react-router-dom'
import type { PracticePaper } from '../../contract/practice/volume.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Ring } from '../../ui/data/Ring.tsx'

const start = { q: '', page: 1 }
export function PaperCards() {
  const papers = useBrowse('GET /practice/papers', { start, place: 'paper_' })
  const name = t('practice.papers')
  return (
    <section aria-labelledby="practice-papers">
      <h2 id="practice-papers" className="practice-heading">
        {name}
      </h2>
      {(papers.narrowed || (papers.data && papers.data.total > papers.size)) && (
        <BrowseBar of={papers} name={name} search={t('practice.search_papers')} />
      )}
      <BrowseView compact kind="tiles" of={papers} name={name} empty={{ icon: 'file', title: t('practice.no_papers') }}>
        {({ items }) => (
          <ul className="practice-cards">
            {items.map((paper) => (
              <PaperCard key={paper.id} of={paper} />
            ))}
          </ul>
        )}
      </BrowseView>
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
