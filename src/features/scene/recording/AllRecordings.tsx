import { list } from '../../../kit/list/list.tsx'
import { recordings } from './recordings.tsx'

export default list(
  recordings({
    screen: 'scene-recording-admin',
    about: 'recording.about_all',
    homes: ['instance-monitoring', 'topology-manage'],
    people: true,
  }),
)
