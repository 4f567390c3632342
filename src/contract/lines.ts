/** Every resource by its name: the plain halves alone, so the app takes them too. What stands here has its rules in `resources.ts`. */
import { alarm } from './operation/alarm.ts'
import {
  exercise,
  exerciseSet,
  flagChallenge,
  flagSet,
  paper,
  paperSet,
  theoryQuestion,
  theorySet,
} from './bank/banks.ts'
import { courseClass } from './classroom/class.ts'
import { course } from './course/course.ts'
import { direction } from './course/direction.ts'
import { arena } from './contest/arena.ts'
import { flagContest } from './contest/flagContest.ts'
import { exam } from './exam/exam.ts'
import { image } from './image/image.ts'
import { physicalDevice } from './device/physical.ts'
import { service } from './device/service.ts'
import { usbDevice } from './device/usb.ts'
import { dork } from './library/dork.ts'
import { tool, toolCategory } from './library/tool.ts'
import { computeNode } from './system/node.ts'
import { topology } from './topology/topology.ts'
import { announcement } from './notice/announcement.ts'
import { comment } from './notice/comment.ts'
import { role } from './system/role.ts'
import { team } from './system/team.ts'
import { user } from './system/user.ts'

export const resourceSpecs = {
  alarm,
  user,
  team,
  role,
  tool,
  'tool-category': toolCategory,
  dork,
  'compute-node': computeNode,
  topology,
  announcement,
  service,
  'usb-device': usbDevice,
  'physical-device': physicalDevice,
  image,
  comment,
  'theory-question': theoryQuestion,
  exercise,
  'flag-challenge': flagChallenge,
  paper,
  exam,
  'flag-contest': flagContest,
  arena,
  'theory-set': theorySet,
  'exercise-set': exerciseSet,
  'flag-set': flagSet,
  'paper-set': paperSet,
  direction,
  course,
  class: courseClass,
} as const
export type ResourceName = keyof typeof resourceSpecs
