import { useMemo } from 'react'
import { ListView } from '../../../kit/list/ListView.tsx'
import { type AnyResource, asRead } from '../../../kit/resource/words.ts'
import type { ListUi } from '../../../kit/list/list.tsx'
import { useMe } from '../../../kit/session/use.ts'
import { recordings } from './recordings.tsx'

export default function OwnRecordings() {
  const me = useMe()?.resource_id ?? ''
  const ui = useMemo(
    () =>
      recordings({
        screen: 'scene-recording',
        about: 'recording.about',
        only: { user_id: me },
        homes: ['personal'],
        people: false,
      }),
    [me],
  )
  return <ListView ui={asRead<ListUi<AnyResource>>(ui)} />
}
