/** Somebody else's console, read only, as long as this is on the page. */
import '../../parts/scene/console/console.css'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import type { OpenConsole } from '../../contract/scene/console.schema.ts'
import { t } from '../../i18n/index.ts'
import { ConsolePane } from '../../parts/scene/console/ConsolePane.tsx'
import { consolesActions } from '../../parts/scene/console/consoles.slice.ts'
import { consoleStreams } from '../../parts/scene/console/part.ts'
import { useFontSize } from '../../parts/scene/console/fontSize.ts'

interface ShadowProps {
  of: Pick<OpenConsole, 'id' | 'scene_id' | 'node_id' | 'node_name' | 'user_name' | 'kind'>
  /** Where on the page: two places may show the same console. */
  place: string
}

export default function Shadow({ of, place }: ShadowProps) {
  const dispatch = useDispatch()
  const [fontSize, setFontSize] = useFontSize()
  const { id, scene_id: scene, node_id: node, kind } = of
  const key = `shadow/${place}/${id}`
  useEffect(() => {
    dispatch(consolesActions.opened({ key, scene, node, kind, shadow: id, record: false }))
    return () => {
      dispatch(consolesActions.closed(key))
      consoleStreams.drop(key)
    }
  }, [dispatch, key, scene, node, kind, id])
  const name = t('scene.shadow_of', { node: of.node_name, user: of.user_name })
  return <ConsolePane wire={key} name={name} fontSize={fontSize} setFontSize={setFontSize} />
}
