/** Questions the viewer collected, in folders of his own, and the way back to each. */
import './kept.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Bank, banks } from '../../contract/bank/question.ts'
import type { Collected } from '../../contract/practice/keep.schema.ts'
import { keepLimits } from '../../contract/practice/keep.ts'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { SearchBox } from '../../kit/list/search/SearchBox.tsx'
import { useUrlState } from '../../kit/list/state/useKept.ts'
import { NativeSelect } from '../../kit/resource/input/Select.tsx'
import { CollectDialog } from '../../parts/question-tools/CollectDialog.tsx'
import { pathOfQuestion } from '../../parts/question-tools/link.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { NewerOlderButtons } from './Pages.tsx'

const size = 20
const start = {
  q: '',
  page: 1,
  bank: undefined as Bank | undefined,
  /** Undefined: whatever the folder. */
  folder: undefined as string | undefined,
}
const among = { bank: banks }

export function Collections() {
  const [at, setAt] = useUrlState(start, among)
  const [moving, setMoving] = useState<Collected>()
  const [renaming, setRenaming] = useState<string>()
  const { data, error, refetch } = useRead('GET /collections', {
    query: {
      page: at.page,
      page_size: size,
      ...(at.q ? { q: at.q } : {}),
      ...(at.bank ? { bank: [at.bank] } : {}),
      ...(at.folder === undefined ? {} : { folder: at.folder }),
    },
  })
  const narrow = (set: Partial<typeof start>) => setAt({ ...at, page: 1, ...set })
  const folders = (data?.folders ?? []).filter((f) => f.name !== '')
  return (
    <Panel title={t('personal.collections')} description={t('keep.collections_text')} flush>
      <div className="kept-bar">
        <SearchBox label={t('keep.collections_search')} q={at.q} onSearch={(q) => narrow({ q })} />
        <BankChoice value={at.bank} onChange={(bank) => narrow({ bank })} />
        {folders.length > 0 && (
          <div role="group" aria-label={t('keep.folders')} className="kept-folders">
            {[undefined, ...(data?.folders ?? [])].map((f) => (
              <button
                key={f?.name ?? 'all'}
                type="button"
                className="kept-folder"
                aria-pressed={at.folder === f?.name}
                onClick={() => narrow({ folder: f?.name })}
              >
                {f ? f.name || t('keep.folder_none') : t('keep.all')}
                {f && <span className="mg-num mg-dim"> {f.n}</span>}
              </button>
            ))}
            {at.folder && (
              <IconButton size="small" icon="edit" label={t('keep.rename')} onClick={() => setRenaming(at.folder)} />
            )}
          </div>
        )}
      </div>
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" rows={6} />
      ) : data.total === 0 ? (
        <Empty
          compact
          icon="star"
          title={t(at.q || at.bank || at.folder !== undefined ? 'keep.no_match' : 'keep.collections_none')}
        >
          {at.q || at.bank || at.folder !== undefined ? undefined : t('keep.collections_none_text')}
        </Empty>
      ) : (
        <>
          <ul className="kept-list">
            {data.items.map((c) => (
              <li key={c.id}>
                <span className="kept-words">
                  {c.open ? (
                    <Link to={pathOfQuestion(c, 'collected')}>{c.title}</Link>
                  ) : (
                    <span title={t('keep.not_open')}>{c.title}</span>
                  )}
                  <span className="mg-faint">
                    {t(`keep.bank.${c.bank}`)}
                    {c.keywords.length > 0 && ` · ${c.keywords.slice(0, 4).join(' · ')}`}
                    {!c.open && ` · ${t('keep.not_open')}`}
                  </span>
                </span>
                {c.folder && <StatusTag word="folder" tone="idle" label={c.folder} />}
                <span className="mg-faint">
                  <Ago at={c.at} />
                </span>
                <IconButton
                  size="small"
                  icon="folder"
                  label={t('keep.move', { title: c.title })}
                  onClick={() => setMoving(c)}
                />
              </li>
            ))}
          </ul>
          <NewerOlderButtons page={at.page} size={size} total={data.total} onTurn={(page) => setAt({ ...at, page })} />
        </>
      )}
      {moving && (
        <CollectDialog
          question={moving.id}
          title={t('keep.move', { title: moving.title })}
          folder={moving.folder}
          folders={folders.map((f) => f.name)}
          onClose={() => setMoving(undefined)}
        />
      )}
      {renaming !== undefined && (
        <Rename name={renaming} onDone={(folder) => narrow({ folder })} onClose={() => setRenaming(undefined)} />
      )}
    </Panel>
  )
}

export function BankChoice({
  value,
  onChange,
}: {
  value: Bank | undefined
  onChange: (bank: Bank | undefined) => void
}) {
  return (
    <NativeSelect
      small
      aria-label={t('keep.banks')}
      value={value ?? ''}
      options={[{ value: '', label: t('keep.all') }, ...banks.map((b) => ({ value: b, label: t(`keep.bank.${b}`) }))]}
      onChange={(to) => onChange(banks.find((b) => b === to))}
    />
  )
}

interface RenameProps {
  name: string
  onDone: (name: string) => void
  onClose: () => void
}
function Rename({ name, onDone, onClose }: RenameProps) {
  const [to, setTo] = useState(name)
  const [rename] = useWrite('POST /collections/rename')
  return (
    <Confirm
      open
      title={t('keep.rename_title', { name })}
      confirm={t('keep.save')}
      missing={[to.trim() === '' && t('keep.folder')]}
      onConfirm={async () => {
        if (to.trim() === name) return
        await rename({ body: { from: name, to: to.trim() } })
        onDone(to.trim())
      }}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        required
        label={t('keep.folder')}
        hint={t('keep.rename_hint')}
        value={to}
        maxLength={keepLimits.folder}
        onChange={setTo}
      />
    </Confirm>
  )
}
