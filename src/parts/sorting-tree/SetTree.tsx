/** The editor of a tree by which rows are sorted: sets of the banks and of papers, directions of courses. */
import { type ComponentType, Suspense, useMemo, useState } from 'react'
import type { BuiltName } from '../../contract/screens/index.ts'
import { format, t, type MessageKey } from '../../i18n/index.ts'
import type { RowBase } from '../../contract/lib/resource.ts'
import { entriesOf } from '../../contract/lib/typed.ts'
import { type ActionOf, forRow } from '../../kit/action/action.ts'
import { remove } from '../../kit/action/common.ts'
import { useActions } from '../../kit/action/useActions.tsx'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { withOwning } from '../../kit/ownership/owning.ts'
import { useRows, useWriteTo } from '../../kit/resource/calls.ts'
import { useMayChange } from '../../kit/session/access.ts'
import { type AnyResource, asRead, type Row } from '../../kit/resource/words.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import type { MenuItem } from '../../ui/input/Menu.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Tree } from '../../ui/data/Tree.tsx'
import {
  type SetMove,
  childrenOf,
  setContains,
  setLinesOf,
  changesOfMove,
  type SetLine,
  type SetRow,
  stepped,
  type SetMoveDirection,
  asSetRows,
} from './sets.logic.ts'
import './sets.css'
import type { FormUi } from '../../kit/form/declare.ts'
import type { SortingTree } from './trees.ts'

const ways: Readonly<Record<string, SetMoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
const icons = { up: 'chevron-up', down: 'chevron-down', in: 'arrow-right', out: 'arrow-left' } as const

type Dialog = { at: 'add' } | { at: 'edit' | 'audience'; row: SetRow }

export interface SetDialogProps {
  row: SetRow
  onClose: () => void
}
/** @param Audience the dialogue of who may see what a set sorts */
export function setPage(tree: SortingTree, screen: BuiltName, Audience?: ComponentType<SetDialogProps>): ComponentType {
  const { of: resource, words, fields, schema } = tree
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a row it reads its id and what the form holds
  const SetDialog = formDialog(
    asRead<FormUi<AnyResource> & { title: (row: RowBase | undefined) => string }>({
      of: resource,
      schema,
      groups: [{ fields }],
      title: (row: SetRow | undefined) => (row ? t('bank.set_edit', { name: row.name }) : t(`${words}_add`)),
    }),
  ) as ComponentType<{ rows: readonly object[]; onClose: () => void }>

  const own = { of: resource, actions: [remove(resource)] as readonly ActionOf<AnyResource>[] }
  const { actions } = withOwning<AnyResource, typeof own>(own)

  return function SetScreen() {
    const [mine, setMine] = useState(false)
    const mayAdd = useMayChange(screen)
    const { data, error, refetch } = useRows(resource, { page_size: 200, ...(mine ? { mine } : {}) })
    const acts = useActions<Row<AnyResource>>(resource)
    const write = useWriteTo()
    const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
    const [dialog, setDialog] = useState<Dialog>()
    const [problem, setProblem] = useState<AppProblem>()
    const [at, setAt] = useState<string>()
    const rows = useMemo(() => asSetRows(data?.items), [data])
    const lines = setLinesOf(rows, folded)
    const end = () => setDialog(undefined)

    const save = async (changes: readonly SetMove[]) => {
      setProblem(undefined)
      try {
        for (const { row, parent_id, order } of changes) {
          const kept = Object.fromEntries(entriesOf(row).filter(([field]) => fields.includes(field)))
          await write(`PUT ${resource.path}/:id`, {
            params: { id: row.id },
            body: { ...kept, parent_id, order, version: row.version },
          })
        }
      } catch (e) {
        setProblem(problemOf(e))
      }
    }
    // places are among all sets: they are not changed where some are out of sight
    const menuOf = ({ row }: SetLine) => {
      const changed = row.can.includes('update')
      const steps = (['up', 'down', 'in', 'out'] as const).map((way): MenuItem => {
        const changes = stepped(rows, row.id, way)
        return {
          id: way,
          label: t(`bank.set_${way}`),
          icon: icons[way],
          disabled: !changes.length,
          onSelect: () => void save(changes),
        }
      })
      const edit = {
        id: 'edit',
        label: t('kit.action.update'),
        icon: 'edit',
        onSelect: () => setDialog({ at: 'edit', row }),
      } as const
      const whole = data?.items.find((r) => r.id === row.id)
      const others = (whole ? forRow(actions, whole) : []).map(
        (action): MenuItem => ({
          id: action.id,
          label: t(action.label),
          icon: action.icon,
          danger: action.danger === true,
          onSelect: () => whole && acts.start(action, [whole]),
        }),
      )
      const seen = {
        id: 'audience',
        label: t('kit.action.audience'),
        icon: 'users',
        onSelect: () => setDialog({ at: 'audience', row }),
      } as const
      const items: MenuItem[] = [
        ...(changed ? [edit] : []),
        ...(Audience && row.can.includes('authorise') ? [seen] : []),
        ...(changed && !mine ? steps : []),
        ...others,
      ]
      return items.length ? { label: t('bank.set_menu', { name: row.name }), items } : undefined
    }
    const land = (id: string, on: string, side: 'before' | 'into' | 'after') => {
      const target = rows.find((r) => r.id === on)
      if (!target) return
      if (side === 'into') return void save(changesOfMove(rows, id, on, childrenOf(rows, on).length))
      const siblings = childrenOf(rows, target.parent_id).filter((r) => r.id !== id)
      const place = siblings.findIndex((r) => r.id === on) + (side === 'after' ? 1 : 0)
      void save(changesOfMove(rows, id, target.parent_id, place))
    }

    return (
      <Page
        narrow
        title={t(`screen.${screen}` as MessageKey)}
        actions={
          <>
            {resource.owned && (
              <Button
                icon="user"
                aria-pressed={mine}
                {...(mine ? { tone: 'primary' as const } : {})}
                title={t('kit.own.mine_all')}
                onClick={() => setMine(!mine)}
              >
                {t('kit.own.mine')}
              </Button>
            )}
            {mayAdd && (
              <Button tone="primary" icon="plus" onClick={() => setDialog({ at: 'add' })}>
                {t(`${words}_add`)}
              </Button>
            )}
          </>
        }
      >
        {problem && <ProblemView compact problem={problem} />}
        <Panel>
          {error && !data ? (
            <ProblemView problem={error} onRetry={refetch} />
          ) : !data ? (
            <Loading kind="form" />
          ) : rows.length === 0 ? (
            <Empty compact icon="tag" title={t(mine ? 'bank.set_none_mine' : `${words}_none`)} />
          ) : (
            <>
              <Tree
                lines={lines}
                label={t(`screen.${screen}` as MessageKey)}
                selected={(l) => l.id === at}
                onChoose={(l) => setAt(l.id)}
                onFold={(l, open) => {
                  const next = new Set(folded)
                  if (open) next.delete(l.id)
                  else next.add(l.id)
                  setFolded(next)
                }}
                keys={(l, e) => {
                  const way = e.altKey && !mine ? ways[e.key] : undefined
                  return way && (() => void save(stepped(rows, l.id, way)))
                }}
                drag={{
                  may: (id) => !mine && rows.some((r) => r.id === id && r.can.includes('update')),
                  lands: (id, on) => !setContains(rows, id, on),
                  onDrop: land,
                }}
                menu={menuOf}
              >
                {({ row }) => (
                  <>
                    <span className="mg-ellipsis bank-set-name">{row.name}</span>
                    {!row.can.includes('share') && row.owner_name && (
                      <span className="mg-faint mg-ellipsis">{row.owner_name}</span>
                    )}
                    {row.practice && <span className="mg-faint">{t('bank.set_practice')}</span>}
                    <span className="mg-num mg-faint bank-set-count">{format.number(row.all)}</span>
                  </>
                )}
              </Tree>
              {!mine && rows.some((r) => r.can.includes('update')) && <p className="mg-hint">{t(`${words}_keys`)}</p>}
            </>
          )}
        </Panel>
        {dialog?.at === 'add' && <SetDialog rows={[]} onClose={end} />}
        {dialog?.at === 'edit' && <SetDialog rows={[dialog.row]} onClose={end} />}
        {dialog?.at === 'audience' && Audience && (
          <Suspense fallback={null}>
            <Audience row={dialog.row} onClose={end} />
          </Suspense>
        )}
        {acts.element}
      </Page>
    )
  }
}
