/** One version of a write-up, with what staff said of it. */
import './running.css'
import type { WriteUp } from '../../contract/contest/running.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { FileLinks } from '../../parts/question/FileLinks.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'

export function WriteUpVersion({ of: v }: { of: WriteUp }) {
  return (
    <Panel
      level={3}
      title={t('judging.write_up_version', { n: v.version })}
      description={`${v.by} · ${format.dateTime(v.at)}`}
    >
      {v.reviewed_at !== null && (
        <div className="contest-answers contest-review">
          <p className="contest-said-text">{v.review}</p>
          <p className="mg-faint contest-sub">
            {v.points !== null && <>{t('contest.points', { n: v.points })} · </>}
            {format.dateTime(v.reviewed_at)}
          </p>
        </div>
      )}
      {v.file ? <FileLinks files={[v.file]} /> : <Markdown text={v.text} />}
    </Panel>
  )
}
