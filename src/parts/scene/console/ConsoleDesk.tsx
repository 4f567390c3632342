/** The desk of consoles of one scene: its nodes, the consoles that are open as tabs, one or two of them on the screen. */
import './console.css'
import { useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { ConsoleKind } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { scoped } from '../../../lib/storage.ts'
import { t } from '../../../i18n/index.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { ConsolePane } from './ConsolePane.tsx'
import { fontSizes } from './ConsoleTools.tsx'
import { consolesActions, type WithConsoles } from './consoles.slice.ts'
import { activate, choose, close, type Desk, emptyDesk, splitDesk } from './desk.logic.ts'
import { NodeRail } from './NodeRail.tsx'
import { wires } from './part.ts'

interface DeskProps {
  scene: Scene
  /** What is open at first. */
  first?: { node: string; kind: ConsoleKind } | undefined
}
const kept = scoped('local')
const sizeName = 'console-font'

/** Tabs are the page's own: their keys say what they show, and never come twice. */
const keyOf = (scene: string, node: string, kind: ConsoleKind): string => `${scene}/${node}/${kind}`

export function ConsoleDesk({ scene, first }: DeskProps) {
  const dispatch = useDispatch()
  const open = useSelector((s: WithConsoles) => s.consoles?.open)
  const [desk, setDesk] = useState<Desk>(emptyDesk)
  const [fontSize, setSize] = useState(() => Number(kept.get(sizeName)) || fontSizes.usual)
  const setFontSize = (size: number) => {
    kept.set(sizeName, String(size))
    setSize(size)
  }

  const openOne = (node: string, kind: ConsoleKind) => {
    const key = keyOf(scene.id, node, kind)
    if (open?.[key]?.phase.at === undefined || open[key]?.phase.at === 'ended')
      dispatch(consolesActions.opened({ key, scene: scene.id, node, kind, record: true }))
    setDesk((d) => choose(d, key))
  }
  const closeOne = (key: string) => {
    dispatch(consolesActions.closed(key))
    wires.drop(key)
    setDesk((d) => close(d, key))
  }
  // a page that is left closes its lines; one that is opened with a node shows it at once
  const ready = scene.nodes.some((n) => n.id === first?.node && n.can.includes('console'))
  useEffect(() => {
    if (ready && first) openOne(first.node, first.kind)
    // only when it becomes possible
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ready])
  useEffect(() => {
    const prefix = `${scene.id}/`
    return () => void dispatch(consolesActions.left(prefix))
  }, [dispatch, scene.id])

  const nodeOf = (key: string) => scene.nodes.find((n) => key.startsWith(`${scene.id}/${n.id}/`))
  const kindOf = (key: string): ConsoleKind => (key.endsWith('/desktop') ? 'desktop' : 'terminal')
  const nameOf = (key: string) => {
    const node = nodeOf(key)?.name ?? ''
    return t(kindOf(key) === 'desktop' ? 'console.desktop_of' : 'console.terminal_of', { node })
  }
  const places: readonly (0 | 1)[] = desk.split ? [0, 1] : [0]
  return (
    <div className="mg-desk">
      <NodeRail scene={scene} open={openOne} opened={desk.tabs} keyOf={keyOf} />
      <div className="mg-desk-main">
        {desk.tabs.length > 0 && (
          <div className="mg-desk-head">
            <Tabs
              label={t('console.tabs')}
              items={desk.tabs.map((key) => ({
                id: key,
                label: t('console.tab', {
                  node: nodeOf(key)?.name ?? '',
                  kind: t(kindOf(key) === 'desktop' ? 'console.desktop' : 'console.terminal'),
                }),
              }))}
              active={desk.shown[desk.active] ?? ''}
              onChange={(key) => setDesk((d) => choose(d, key))}
            />
            {desk.shown[desk.active] && (
              <IconButton
                size="small"
                icon="close"
                label={t('console.close', { name: nameOf(desk.shown[desk.active] ?? '') })}
                onClick={() => closeOne(desk.shown[desk.active] ?? '')}
              />
            )}
            <Button
              className="mg-desk-split"
              size="small"
              icon="split"
              aria-pressed={desk.split}
              onClick={() => setDesk(splitDesk)}
            >
              {t(desk.split ? 'console.single' : 'console.split')}
            </Button>
          </div>
        )}
        <div className="mg-desk-places" data-places={places.length}>
          {places.map((place) => {
            const key = desk.shown[place]
            return (
              <div
                key={place}
                className="mg-desk-place"
                data-active={desk.split && desk.active === place}
                onFocusCapture={() => setDesk((d) => activate(d, place))}
              >
                {key ? (
                  <ConsolePane key={key} wire={key} name={nameOf(key)} fontSize={fontSize} setFontSize={setFontSize} />
                ) : (
                  <Empty icon="terminal" title={t('console.empty')}>
                    {t('console.empty_text')}
                  </Empty>
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
