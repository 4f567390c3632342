/** The screen of a course's outline: opens the course for writing, and closes it on the way out. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useParams } from 'react-router-dom'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { t } from '../../../i18n/index.ts'
import { dataApi } from '../../../kit/data/api.ts'
import type { Extra } from '../../../kit/data/call.ts'
import { useMe } from '../../../kit/session/use.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import '../course.css'
import type { AuthorState } from './author.state.ts'
import { OutlineEditor } from './OutlineEditor.tsx'
import { authorDrafts, authorServer } from './outside.ts'
import { AuthorContext, openAuthor, ReopenContext, useAuthor, useAuthorStore } from './store.ts'

export default function LessonManage() {
  const { course_id = '' } = useParams()
  const [round, setRound] = useState(0)
  const reopen = useCallback(() => setRound((n) => n + 1), [])
  return (
    <ReopenContext.Provider value={reopen}>
      <Opened key={`${course_id} ${round}`} id={course_id} />
    </ReopenContext.Provider>
  )
}

function Opened({ id }: { id: string }) {
  const me = useMe()
  const dispatch = useDispatch<ThunkDispatch<unknown, Extra, UnknownAction>>()
  const server = useMemo(() => authorServer(dispatch, id), [dispatch, id])
  const [author, setAuthor] = useState<ReturnType<typeof openAuthor>>()
  useEffect(() => {
    const made = openAuthor(server, authorDrafts(me?.resource_id ?? '', id))
    setAuthor(made)
    return () => {
      made.close()
      // lists show how many lessons a course has, and whether it was changed
      dispatch(dataApi.util.invalidateTags([{ type: 'subject', id: 'courses' }]))
    }
  }, [server, dispatch, id, me?.resource_id])
  if (!author) return null
  return (
    <AuthorContext.Provider value={author.store}>
      <Phase />
    </AuthorContext.Provider>
  )
}

const whole = (s: AuthorState) => s

function Phase() {
  const store = useAuthorStore()
  const s = useAuthor(whole)
  if (s.at === 'ready') return <OutlineEditor state={s} />
  return (
    <Page title={t('screen.lesson-manage')}>
      {s.at === 'failed' ? (
        <ProblemView problem={s.problem} onRetry={() => store.dispatch({ type: 'ask/again' })} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
