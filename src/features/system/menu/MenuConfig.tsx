/** Arranges the menus of both layouts: order, names, what is left out. It never grants anything, and the preview says what comes of it. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { homeScreen } from '../../../contract/access.ts'
import { type EntryKey, type MenuConfig as Arrangement, usualMenu } from '../../../contract/menu.ts'
import { screens } from '../../../contract/screens/index.ts'
import { t, useLocale } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { LeaveGuard } from '../../../kit/form/LeaveGuard.tsx'
import { useLatest } from '../../../kit/resource/useLatest.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useAccess, useMayChange } from '../../../kit/session/access.ts'
import { useMenuConfig, useSend } from '../../../kit/session/use.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FolderList } from './FolderList.tsx'
import { type EditedLayout, rename, sameMenu } from './menu.logic.ts'
import { MenuPreview } from './MenuPreview.tsx'
import { usualName } from './names.ts'
import { Renaming } from './Renaming.tsx'
import './menu.css'

interface Kept {
  config: Arrangement
  version: number
  updated_at: string | null
  updated_by: string
}

export default function MenuConfig() {
  const { data, error, refetch } = useRead('GET /menu-config', undefined)
  if (data) return <Arranging kept={data} />
  return (
    <Page title={t('screen.menu-config')} crumbs={<Back layout="admin" />}>
      {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" />}
    </Page>
  )
}

function Arranging({ kept }: { kept: Kept }) {
  const locale = useLocale()
  /** What this arrangement started from; a newer one of somebody else's is offered, never mixed in. */
  const [base, setBase] = useState(kept)
  const [draft, setDraft] = useState(kept.config)
  const [layout, setLayout] = useState<EditedLayout>('admin')
  const [naming, setNaming] = useState<EntryKey | null>(null)
  const [theirs, setTheirs] = useState<Kept | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [save, { busy }] = useWrite('PUT /menu-config')
  const send = useSend()
  const dirty = !sameMenu(draft, base.config)
  const isDirty = useLatest(() => dirty)
  const may = useMayChange('menu-config')
  const nameOf = (key: EntryKey): string => draft.titles[key]?.[locale] ?? usualName(key, locale)

  const keep = async () => {
    setProblem(null)
    try {
      const next = await save({ body: { version: base.version, config: draft } })
      setBase(next)
      setDraft(next.config)
      send(sessionActions.lookAgain())
      toast.ok(t('menu.saved'))
    } catch (e) {
      const { code, details } = problemOf(e)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server tells the menu as it stands
      if (code === 'stale_version' && details?.['current']) setTheirs(details['current'] as Kept)
      else setProblem(e)
    }
  }
  return (
    <Page
      title={t('screen.menu-config')}
      description={t('menu.about')}
      crumbs={<Back layout={layout} />}
      actions={
        may && (
          <>
            <Button
              off={sameMenu(draft, usualMenu) && t('menu.is_usual')}
              icon="undo"
              onClick={() => setDraft(usualMenu)}
            >
              {t('menu.reset')}
            </Button>
            <Button off={!dirty && t('ui.unchanged')} onClick={() => setDraft(base.config)}>
              {t('menu.discard')}
            </Button>
            <Button tone="primary" busy={busy} off={!dirty && t('ui.unchanged')} onClick={() => void keep()}>
              {t('menu.save')}
            </Button>
          </>
        )
      }
      tabs={
        <Tabs
          label={t('menu.layouts')}
          items={[
            { id: 'admin', label: t('shell.back') },
            { id: 'learner', label: t('shell.front') },
          ]}
          active={layout}
          panel="menu-entries"
          onChange={(id) => setLayout(id === 'learner' ? 'learner' : 'admin')}
        />
      }
    >
      {problem !== null && <ProblemView compact problem={problem} />}
      {base.updated_at && (
        <p className="mg-faint menu-who">
          {t('menu.by', { name: base.updated_by })} <DateTime at={base.updated_at} />
        </p>
      )}
      <div className="menu-grid">
        <div id="menu-entries" role="tabpanel" aria-label={t(layout === 'admin' ? 'shell.back' : 'shell.front')}>
          <FolderList config={draft} layout={layout} nameOf={nameOf} onChange={setDraft} onRename={setNaming} />
        </div>
        <MenuPreview config={draft} layout={layout} nameOf={nameOf} />
      </div>
      {naming && (
        <Renaming
          entry={naming}
          names={draft.titles[naming]}
          onName={(names) => {
            setDraft(rename(draft, naming, names))
            setNaming(null)
          }}
          onClose={() => setNaming(null)}
        />
      )}
      {theirs && (
        <Confirm
          open
          title={t('problem.stale_version')}
          confirm={t('menu.take_theirs')}
          onConfirm={() => {
            setBase(theirs)
            setDraft(theirs.config)
          }}
          onClose={() => {
            // what was arranged here stays, and the next save is meant to replace theirs
            setBase((b) => ({ ...b, version: theirs.version }))
            setTheirs(null)
          }}
        >
          <p>{t('menu.stale_about', { name: theirs.updated_by })}</p>
        </Confirm>
      )}
      <LeaveGuard dirty={dirty} isDirty={() => isDirty.current()} onLeave={() => setDraft(base.config)} />
    </Page>
  )
}

/** The way back into the layout that is being arranged. */
function Back({ layout }: { layout: EditedLayout }) {
  const { visible } = useAccess()
  const config = useMenuConfig()
  const start = homeScreen(screens, visible, layout, config) ?? homeScreen(screens, visible, 'learner', config)
  if (!start) return null
  return (
    <Link className={linkClass('quiet', 'small')} to={start.path}>
      <Icon name="arrow-left" /> {t('menu.back')}
    </Link>
  )
}
