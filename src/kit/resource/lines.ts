/** The plain half of every resource by its name, for fields that refer to one. A resource without a line is a compile error. */
import { alarm } from '../../contract/operation/alarm.ts'
import {
  exercise,
  exerciseSet,
  flagChallenge,
  flagSet,
  paper,
  paperSet,
  theoryQuestion,
  theorySet,
} from '../../contract/bank/banks.ts'
import type { ResourceName } from '../../contract/resources.ts'
import { physicalDevice } from '../../contract/device/physical.ts'
import { service } from '../../contract/device/service.ts'
import { usbDevice } from '../../contract/device/usb.ts'
import { exam } from '../../contract/exam/exam.ts'
import { image } from '../../contract/image/image.ts'
import { dork } from '../../contract/library/dork.ts'
import { announcement } from '../../contract/notice/announcement.ts'
import { comment } from '../../contract/notice/comment.ts'
import { tool, toolCategory } from '../../contract/library/tool.ts'
import { computeNode } from '../../contract/system/node.ts'
import { role } from '../../contract/system/role.ts'
import { team } from '../../contract/system/team.ts'
import { scene } from '../../contract/scene/scene.ts'
import { topology } from '../../contract/topology/topology.ts'
import { user } from '../../contract/system/user.ts'
import type { AnyResource } from './words.ts'

const lines = {
  user,
  role,
  team,
  tool,
  'tool-category': toolCategory,
  dork,
  'compute-node': computeNode,
  announcement,
  comment,
  alarm,
  image,
  topology,
  scene,
  service,
  'usb-device': usbDevice,
  'physical-device': physicalDevice,
  'theory-question': theoryQuestion,
  exercise,
  'flag-challenge': flagChallenge,
  paper,
  exam,
  'theory-set': theorySet,
  'exercise-set': exerciseSet,
  'flag-set': flagSet,
  'paper-set': paperSet,
} as const satisfies Record<ResourceName | 'scene', AnyResource>

/** The resource a reference field points to; undefined for what is no resource (organisations). */
export const lineOf = (name: string): AnyResource | undefined => (lines as Record<string, AnyResource>)[name]
