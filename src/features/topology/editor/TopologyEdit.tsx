/** The screen of one topology: opens an editor for it, and closes it on the way out. */
import { useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate, useParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useMe } from '../../../kit/session/use.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Conflict } from './dialogs/Conflict.tsx'
import { InUseDialog } from './dialogs/InUse.tsx'
import { topologyDraftStore } from './draft.ts'
import { TopologyEditor } from './Editor.tsx'
import type { EditorState } from './editor.state.ts'
import { serverOf, tabName } from './server.ts'
import { rememberText } from './text/remembered.ts'
import { EditorContext, openEditor, useEditor, useEditorStore } from './store.ts'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { Extra } from '../../../kit/data/call.ts'

export default function TopologyEdit() {
  const { id = '' } = useParams()
  return <Opened key={id} id={id} />
}

function Opened({ id }: { id: string }) {
  const me = useMe()
  const dispatch = useDispatch<ThunkDispatch<unknown, Extra, UnknownAction>>()
  const tab = useMemo(() => tabName(), [])
  const server = useMemo(() => serverOf(dispatch, id, tab), [dispatch, id, tab])
  const [editor, setEditor] = useState<ReturnType<typeof openEditor>>()
  useEffect(() => {
    const made = openEditor(server, topologyDraftStore(me?.resource_id ?? '', id))
    const forget = rememberText(made.store)
    setEditor(made)
    return () => {
      forget()
      made.close()
    }
  }, [server, id, me?.resource_id])
  if (!editor) return null
  return (
    <EditorContext.Provider value={editor}>
      <Phase id={id} onCopy={server.copy} />
    </EditorContext.Provider>
  )
}

const whole = (s: EditorState) => s

function Phase({
  id,
  onCopy,
}: {
  id: string
  onCopy: (name: string, document: EditorState['history']['now']) => Promise<string>
}) {
  const store = useEditorStore()
  const navigate = useNavigate()
  const s = useEditor(whole)
  const kept = useEditor((state) => state.stored)
  if (s.phase.at === 'failed')
    return <ProblemView problem={s.phase.problem} onRetry={() => store.dispatch({ type: 'ask/again' })} />
  if (s.phase.at === 'loading') return <Loading />
  const asCopy = async () => {
    const mine = s.history.now
    const copy = await onCopy(t('editor.copy_name', { name: s.name }), mine)
    store.dispatch({ type: 'ask/settle', way: 'theirs' })
    void navigate(href('topology-edit', { id: copy }))
  }
  return (
    <>
      <TopologyEditor id={id} />
      {s.save.at === 'held' && s.save.asking && s.used && (
        <InUseDialog
          uses={s.used}
          onSave={() => {
            store.dispatch({ type: 'agreed' })
            store.dispatch({ type: 'ask/save' })
          }}
          onCopy={asCopy}
          onClose={() => {
            store.dispatch({ type: 'save', phase: { at: 'held', asking: false } })
            store.dispatch({ type: 'set', parts: { open: null } })
          }}
        />
      )}
      {s.save.at === 'conflict' && kept && (
        <Conflict
          mine={s.history.now}
          theirs={s.save.theirs}
          base={kept.document}
          onTheirs={() => store.dispatch({ type: 'ask/settle', way: 'theirs' })}
          onMine={() => store.dispatch({ type: 'ask/settle', way: 'mine' })}
          onCopy={asCopy}
        />
      )}
    </>
  )
}
