/** Judging submissions again: which of them, by whose flag, and what it would move. */
import { useId, useState } from 'react'
import type { Choice } from '../../../contract/lib/crud.ts'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { rejudgeKeys } from '../../../contract/contest/running.ts'
import type { ContestPreview } from '../../../contract/contest/running.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useCall } from '../../../kit/data/call.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { EntryPick } from './EntryPick.tsx'
import { PreviewedDialog } from './PreviewedDialog.tsx'

const verdicts = ['', 'wrong', 'right'] as const

export function RejudgeDialog({ of: row, onClose }: { of: FlagContest; onClose: () => void }) {
  const id = useId()
  const { data } = useRead('GET /flag-contests/:id/items', { params: { id: row.id } })
  const [item, setItem] = useState('')
  const [entry, setEntry] = useState<Choice>()
  const [verdict, setVerdict] = useState<(typeof verdicts)[number]>('')
  const [key, setKey] = useState<(typeof rejudgeKeys)[number]>(row.can.includes('rules') ? 'bank' : 'contest')
  const [seen, setSeen] = useState<ContestPreview>()
  const [look] = useCall('POST /flag-contests/:id/rejudge/preview')
  const [apply] = useWrite('POST /flag-contests/:id/rejudge')
  const body = { item_id: item || null, entry_id: entry?.id ?? null, verdict: verdict || null, key }
  const anew =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value)
      setSeen(undefined)
    }
  return (
    <PreviewedDialog
      place={`contest-rejudge:${row.id}`}
      judged
      title={t('judging.rejudge_title')}
      confirm={t('judging.rejudge_apply', { n: seen?.verdicts.length ?? 0 })}
      done={t('judging.rejudged')}
      reason={t('contest.entry_reason')}
      seen={seen}
      onSeen={setSeen}
      onLook={() => look({ params: { id: row.id }, body })}
      onApply={({ until, digest }, reason) =>
        apply({ params: { id: row.id }, body: { ...body, until, digest, reason } })
      }
      onClose={onClose}
    >
      <p className="mg-dim">{t('judging.rejudge_text')}</p>
      <div className="contest-narrow">
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-item`}>
            {t('contest.submission_item')}
          </label>
          <NativeSelect
            id={`${id}-item`}
            value={item}
            options={[
              { value: '', label: t('judging.every_item') },
              ...(data?.items ?? []).map((i) => ({ value: i.id, label: i.title })),
            ]}
            onChange={anew(setItem)}
          />
        </div>
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-entry`}>
            {t('contest.entry')}
          </label>
          <EntryPick
            id={`${id}-entry`}
            contest={row.id}
            value={entry}
            label={t('contest.entry')}
            placeholder={t('judging.every_entry')}
            onChange={anew(setEntry)}
          />
        </div>
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-verdict`}>
            {t('contest.verdict')}
          </label>
          <NativeSelect
            id={`${id}-verdict`}
            value={verdict}
            options={verdicts.map((value) => ({
              value,
              label: value === '' ? t('judging.both') : t(`contest.verdict.${value}`),
            }))}
            onChange={anew(setVerdict)}
          />
        </div>
      </div>
      <fieldset className="contest-choices">
        <legend className="mg-label">{t('judging.key')}</legend>
        {rejudgeKeys
          .filter((one) => one === 'contest' || row.can.includes('rules'))
          .map((one) => (
            <label key={one}>
              <input type="radio" name={`${id}-key`} checked={key === one} onChange={() => anew(setKey)(one)} />
              <span>
                {t(`judging.key.${one}`)}
                <span className="mg-dim contest-sub">{t(`judging.key_text.${one}`)}</span>
              </span>
            </label>
          ))}
      </fieldset>
    </PreviewedDialog>
  )
}
