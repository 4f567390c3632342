/** What the viewer asked and said, about whatever it was, with the answers of others. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { OwnComment } from '../../contract/notice/routes.ts'
import type { ScreenName } from '../../contract/screens/index.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { useAccess } from '../../kit/session/access.ts'
import { useMe } from '../../kit/session/use.ts'
import { BylineText } from '../../parts/byline/Byline.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const start = { q: '', page: 1, answered: undefined as 'true' | undefined }
const among = { answered: ['true'] as const }

export function OwnQuestions() {
  const found = useBrowse('GET /comments/mine', { start, among, size: 10 })
  return (
    <Panel flush title={t('personal.questions')} description={t('personal.questions_text')}>
      <BrowseBar
        inner
        of={found}
        search={t('personal.questions_search')}
        filters={[
          {
            field: 'answered',
            label: t('personal.questions'),
            all: t('personal.questions_all'),
            options: [{ value: 'true', label: t('personal.questions_answered') }],
          },
        ]}
      />
      <BrowseView
        compact
        of={found}
        name={t('personal.questions')}
        empty={{ icon: 'question', title: t('personal.questions_none'), text: t('personal.questions_none_text') }}
      >
        {({ items }) => (
          <ul className="personal-list">
            {items.map((c) => (
              <OneThread key={c.id} of={c} />
            ))}
          </ul>
        )}
      </BrowseView>
    </Panel>
  )
}

function OneThread({ of: c }: { of: OwnComment }) {
  const to = useThreadLink(c)
  const [open, setOpen] = useState(false)
  return (
    <li className="personal-thread">
      <p className="personal-thread-about">
        {to ? <Link to={to}>{c.about}</Link> : <span>{c.about}</span>}
        <span className="mg-faint">
          {t(`personal.questions_about.${c.entity}`)} · <Ago at={c.at} />
        </span>
        {c.state !== 'visible' && <StatusTag word={c.state} tone="idle" label={t(`comment.state.${c.state}`)} />}
      </p>
      <p className="personal-thread-text">{c.text}</p>
      {c.answers > 0 && (
        <details onToggle={(e) => setOpen(e.currentTarget.open)}>
          <summary>{t('personal.questions_replies', { n: c.answers })}</summary>
          {open && <Thread id={c.id} />}
        </details>
      )}
    </li>
  )
}

function Thread({ id }: { id: string }) {
  const { data, error, refetch } = useRead('GET /comments/mine/:id', { params: { id } })
  const me = useMe()?.resource_id
  if (!data)
    return error ? (
      error.code === 'not_found' || error.status === 403 ? (
        <p className="mg-dim">{t('personal.questions_closed')}</p>
      ) : (
        <ProblemView compact problem={error} onRetry={refetch} />
      )
    ) : (
      <Loading kind="text" rows={2} />
    )
  return (
    <ul>
      {[data, ...data.replies].map((r) => (
        <li key={r.id} className="personal-thread-text">
          {r.author_id === me ? <strong>{t('personal.questions_you')}</strong> : <BylineText strong of={r.author} />}{' '}
          {r.official && <StatusTag word="official" tone="info" label={t('personal.questions_official')} />} {r.text}{' '}
          <span className="mg-faint">
            <Ago at={r.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Where it is read and answered, as far as the viewer may go there. */
function useThreadLink({ link }: OwnComment): string | undefined {
  const { visible } = useAccess()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which screen it is, and its parameters, come from our server
  const screen = link?.screen as ScreenName | undefined
  if (!link || !screen || !visible.has(screen)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  return (href as (name: ScreenName, params?: object, query?: object) => string)(screen, link.params, link.query)
}
