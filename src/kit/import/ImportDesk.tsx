/** Drop zone, uploads under way and the history of imports; an open import is kept in the address. */
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router-dom'
import {
  type ImportKind,
  rowVerdicts,
  targetsOfImport,
  type TextPage,
  textPages,
} from '../../contract/import/import.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { importHistory } from '../../contract/import/history.ts'
import type { ScreenName } from '../../contract/screens/index.ts'
import { useAccess, useMayChange } from '../session/access.ts'
import { limits } from '../../contract/limits.ts'
import { format, type MessageKey, t } from '../../i18n/index.ts'
import { newKey } from '../../lib/id.ts'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import type { FileNotTaken } from '../../ui/input/fileRule.ts'
import { NoRight } from '../../ui/layout/NoRight.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import type { ListUi } from '../list/list.tsx'
import { Pick } from '../pick/Pick.tsx'
import { ListPart } from '../list/ListView.tsx'
import { NativeSelect } from '../resource/input/Select.tsx'
import { Nothing } from '../resource/Value.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import { UploadList } from './UploadList.tsx'
import './upload.part.ts'
import { type UploadState, uploadActions } from './upload.slice.ts'
import './import.css'
import { isOneOf, keysOf } from '../../contract/lib/typed.ts'

/** What is imported at a desk, and how it speaks of it. */
export interface ImportDeskSpec {
  kind: ImportKind
  title: MessageKey
  about: MessageKey
  hint: MessageKey
  accept: readonly string[]
  /** Where it stands: who may only read there brings no files. */
  screens: readonly ScreenName[]
  /** What of the address belongs to the page the desk is on. */
  keep: Readonly<Record<string, string>>
  /** Beside the title. */
  actions?: ReactNode
  /** After an import was applied: what else can be done with it. */
  applied?: ComponentType<{ plan: ImportPackage }>
}
const resources: ImportDeskSpec = {
  kind: 'resources',
  title: 'import.title',
  about: 'import.about',
  hint: 'import.drop-hint',
  accept: ['.zip', '.csv', '.json', '.xml', '.yaml', '.yml', '.dorks', '.txt'],
  screens: ['resource-import', 'resource-import-screen'],
  keep: {},
}

export function ImportDesk({ desk = resources }: { desk?: ImportDeskSpec }) {
  const { granted } = useAccess()
  // a full-screen page opens for anybody who is signed in
  return desk.screens.some((name) => granted.has(name)) ? <OpenDesk desk={desk} /> : <NoRight page />
}

function OpenDesk({ desk }: { desk: ImportDeskSpec }) {
  const { kind, keep } = desk
  const past = useMemo(() => historyOf(desk), [desk])
  const [search, setSearch] = useSearchParams()
  const open = search.get('import')
  const may = useMayChange(...desk.screens)
  const send = useDispatch()
  const [page, choosePage] = useState<TextPage>()
  const [set, chooseSet] = useState<readonly string[]>([])
  const [direction, chooseDirection] = useState<readonly string[]>([])
  const sets = isOneOf(keysOf(targetsOfImport), kind) ? targetsOfImport[kind] : undefined
  const sorted = kind === 'courses' && !set[0]
  const said = {
    ...(page ? { page } : {}),
    ...(set[0] ? { set_id: set[0] } : {}),
    ...(sorted && direction[0] ? { direction_id: direction[0] } : {}),
  }
  // a new course is sorted somewhere: that is asked before its file is sent
  const missing = sorted && !direction[0]
  const refusals = useState<readonly FileNotTaken[]>([])
  const uploads = useSelector((s: UploadState) => s.uploads.items)
  const done = uploads.find((i) => i.phase.at === 'done' && i.alone && i.kind === kind)
  const take = (files: readonly File[], refused: readonly FileNotTaken[]) => {
    // of several, some may be refused: nobody is led away from what is said of them
    const alone = files.length === 1 && refused.length === 0 && !uploads.some((i) => i.kind === kind)
    for (const file of files) send(uploadActions.added({ key: newKey(), file, kind, said, alone }))
  }
  // The plan of a file that was chosen by itself opens by itself.
  useEffect(() => {
    if (done?.phase.at !== 'done') return
    const id = done.phase.made
    send(uploadActions.dismissed(done.key))
    setSearch({ ...keep, import: id })
  }, [done, send, setSearch, keep])

  if (open) return <ImportPlan id={open} title={t(desk.title)} applied={desk.applied} onClose={() => setSearch(keep)} />
  return (
    <Page title={t(desk.title)} description={t(desk.about)} actions={desk.actions}>
      {may && (
        <Panel>
          {kind === 'courses' && (
            <div className="import-said import-first">
              {sorted && (
                <div className="import-page">
                  <span className="mg-dim">{t('import.direction')}</span>
                  <Pick
                    to="direction"
                    value={direction}
                    clearable
                    placeholder={t('import.direction.none')}
                    aria-label={t('import.direction')}
                    onChange={chooseDirection}
                  />
                </div>
              )}
              <Into to="course" value={set} onChange={chooseSet} placeholder={t('import.into.new')} />
            </div>
          )}
          <FileDrop
            accept={[...desk.accept]}
            max={limits.importZip}
            min={1}
            multiple
            hint={missing ? t('import.direction.first') : t(desk.hint)}
            disabled={missing}
            onFiles={take}
            refusals={refusals}
          />
          <div className="import-said">
            {sets && sets !== 'course' && (
              <Into to={sets} value={set} onChange={chooseSet} placeholder={t('import.into.file')} />
            )}
            <label className="import-page">
              <span className="mg-dim">{t('import.text-page')}</span>
              <NativeSelect
                small
                value={page ?? ''}
                options={[
                  { value: '', label: t('import.text-page.auto') },
                  ...textPages.map((p) => ({ value: p, label: t(`import.text-page.${p}`) })),
                ]}
                onChange={(value) => choosePage(textPages.find((p) => p === value))}
              />
            </label>
          </div>
          <UploadList kind={kind} to={(id) => `?${new URLSearchParams({ ...keep, import: id }).toString()}`} />
        </Panel>
      )}
      <Panel title={t('import.history')}>
        <ListPart ui={past} />
      </Panel>
    </Page>
  )
}

interface IntoProps {
  to: (typeof targetsOfImport)[keyof typeof targetsOfImport]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  placeholder: string
}
/** Where everything goes, whatever the files say. */
function Into({ to, value, onChange, placeholder }: IntoProps) {
  const label = t(to === 'course' ? 'import.into.lessons' : 'import.into')
  return (
    <div className="import-page">
      <span className="mg-dim">{label}</span>
      <Pick to={to} into value={value} clearable placeholder={placeholder} aria-label={label} onChange={onChange} />
    </div>
  )
}

const historyOf = ({ kind, keep }: ImportDeskSpec): ListUi<typeof importHistory> => ({
  of: importHistory,
  screen: 'resource-import',
  columns: [
    'file_name',
    { of: 'state', width: 120, render: (p) => <StatusTag word={p.state} label={t(`import.state.${p.state}`)} dot /> },
    { of: 'counts', width: 230, render: (p) => <Figures plan={p} />, says: (p) => figuresOf(p).join('   ') },
    'size',
    { of: 'created_by', width: 130, render: (p) => p.created_by_name, says: (p) => p.created_by_name },
    'created_at',
    { of: 'applied_at', spare: true },
    { of: 'undone_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: ['state', 'created_by', 'created_at'],
  only: { kind },
  open: (p) => `?${new URLSearchParams({ ...keep, import: p.id }).toString()}`,
  every: 15_000,
  empty: { title: 'import.none', text: 'import.none-text' },
})

/** What became of the rows; what happened to none of them is not said. */
const figuresOf = ({ counts }: ImportPackage): string[] =>
  rowVerdicts.filter((v) => counts[v] > 0).map((v) => `${t(`import.verdict.${v}`)} ${format.number(counts[v])}`)

function Figures({ plan }: { plan: ImportPackage }) {
  const figures = figuresOf(plan)
  if (figures.length === 0) return <Nothing />
  return (
    <span className="import-figures">
      {figures.map((said) => (
        <span key={said}>{said}</span>
      ))}
    </span>
  )
}
