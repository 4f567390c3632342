/** What a question was with each of its edits: what changed, text by text, and the way back to any of them as a new version. */
import { useState } from 'react'
import type { z } from 'zod'
import type { BankRoutes } from '../../../contract/bank/routes.ts'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { t } from '../../../i18n/index.ts'
import { useCached } from '../../../kit/data/api.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { type AnyResource, labelOf } from '../../../kit/resource/words.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { changedQuestionFields, diffLines, fieldTextOf } from './versions.logic.ts'
import './editor.css'

type Version = z.output<BankRoutes<''>['GET /:id/versions']['reply']>['items'][number]
type Open = { at: 'compare'; one: Version; before: Version } | { at: 'restore'; one: Version }

interface VersionsProps {
  resource: AnyResource
  row: RowBase
  onRestored: () => void
}

export function Versions({ resource, row, onRestored }: VersionsProps) {
  const { data, error, refetch } = useCached<{ items: Version[] }>(`GET ${resource.path}/:id/versions`, {
    params: { id: row.id },
  })
  const write = useWriteTo()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const fieldsOf = (before: Version, one: Version) =>
    changedQuestionFields(before.data, one.data).filter((f) => f in resource.fields)
  const newest = data?.items[0]
  return (
    <Panel title={t('bank.versions')}>
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" />
      ) : (
        <ul className="bank-versions">
          {data.items.map((one, i) => {
            const before = data.items[i + 1]
            return (
              <li key={one.version}>
                <span className="bank-version-name">{t('bank.version_n', { n: one.version })}</span>
                <span className="bank-version-said">
                  {before
                    ? t('bank.version_changed', {
                        fields: fieldsOf(before, one)
                          .map((f) => labelOf(resource, f))
                          .join(', '),
                      })
                    : t('bank.version_first')}{' '}
                  <span className="mg-dim">
                    {one.by_name} <DateTime at={one.at} />
                    {one.uses > 0 && ` · ${t('bank.version_uses', { n: one.uses })}`}
                  </span>
                </span>
                {before && (
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={t('bank.compare_n', { n: one.version })}
                    onClick={() => setOpen({ at: 'compare', one, before })}
                  >
                    {t('bank.compare')}
                  </Button>
                )}
                {one !== newest && row.can.includes('update') && (
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={t('bank.restore_n', { n: one.version })}
                    onClick={() => setOpen({ at: 'restore', one })}
                  >
                    {t('bank.restore')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {open?.at === 'compare' && (
        <Dialog
          open
          size="large"
          title={t('bank.compare_title', { before: open.before.version, after: open.one.version })}
          onClose={close}
          actions={<Button onClick={close}>{t('kit.close')}</Button>}
        >
          <KeyValue
            columns={1}
            items={fieldsOf(open.before, open.one).map((f) => ({
              key: f,
              label: labelOf(resource, f),
              value: <Difference before={open.before.data[f]} after={open.one.data[f]} />,
            }))}
          />
        </Dialog>
      )}
      {open?.at === 'restore' && (
        <Confirm
          open
          title={t('bank.restore_title', { n: open.one.version })}
          confirm={t('bank.restore')}
          onConfirm={async () => {
            await write(`POST ${resource.path}/:id/restore`, {
              params: { id: row.id },
              body: { version: row.version, of: open.one.version },
            })
            toast.ok(t('bank.restored', { n: open.one.version }))
            onRestored()
          }}
          onClose={close}
        >
          {t('bank.restore_text')}
        </Confirm>
      )}
    </Panel>
  )
}

function Difference({ before, after }: { before: unknown; after: unknown }) {
  return (
    <pre className="bank-diff">
      {diffLines(fieldTextOf(before), fieldTextOf(after)).map((line, n) =>
        line.is === 'added' ? (
          <ins key={n}>+ {line.text}</ins>
        ) : line.is === 'gone' ? (
          <del key={n}>− {line.text}</del>
        ) : (
          <span key={n}>
            {line.text}
            {'\n'}
          </span>
        ),
      )}
    </pre>
  )
}
