/** Every resource with its rules: what the server stores, the CLI offers and the generated tests run. The app's lists take `lines.ts` only. */
import type { z } from 'zod'
import { Alarm, AlarmBody } from './operation/alarm.schema.ts'
import {
  Exercise,
  ExerciseBody,
  FlagBody,
  FlagChallenge,
  QuestionSet,
  SetBody,
  TheoryBody,
  TheoryQuestion,
} from './bank/question.schema.ts'
import { Paper, PaperBody } from './bank/paper.schema.ts'
import { CourseClass, CourseClassBody } from './classroom/class.schema.ts'
import { Course, CourseBody } from './course/course.schema.ts'
import { CourseDirection, DirectionBody } from './course/direction.schema.ts'
import { Arena, ArenaBody } from './contest/arena.schema.ts'
import { FlagContest, FlagContestBody } from './contest/flagContest.schema.ts'
import { Exam, ExamBody } from './exam/exam.schema.ts'
import { Image, ImageBody } from './image/image.schema.ts'
import { PhysicalDevice, PhysicalDeviceBody } from './device/physical.schema.ts'
import { Service, ServiceBody } from './device/service.schema.ts'
import { UsbDevice, UsbDeviceBody } from './device/usb.schema.ts'
import { Dork, DorkBody } from './library/dork.schema.ts'
import { Tool, ToolBody, ToolCategory, ToolCategoryBody } from './library/tool.schema.ts'
import { ComputeNode, ComputeNodeBody } from './system/node.schema.ts'
import { Topology, TopologyBody } from './topology/topology.schema.ts'
import { Announcement, AnnouncementBody } from './notice/announcement.schema.ts'
import { Comment, CommentBody } from './notice/comment.schema.ts'
import { Role, RoleBody } from './system/role.schema.ts'
import { Team, TeamBody } from './system/team.schema.ts'
import { User, UserBody } from './system/user.schema.ts'
import { resourceSpecs, type ResourceName } from './lines.ts'
import { mapValues } from './lib/typed.ts'

/** `body`: what people write; `row`: what the server answers. */
const schemas = {
  alarm: { body: AlarmBody, row: Alarm },
  user: { body: UserBody, row: User },
  team: { body: TeamBody, row: Team },
  role: { body: RoleBody, row: Role },
  tool: { body: ToolBody, row: Tool },
  'tool-category': { body: ToolCategoryBody, row: ToolCategory },
  dork: { body: DorkBody, row: Dork },
  'compute-node': { body: ComputeNodeBody, row: ComputeNode },
  topology: { body: TopologyBody, row: Topology },
  announcement: { body: AnnouncementBody, row: Announcement },
  service: { body: ServiceBody, row: Service },
  'usb-device': { body: UsbDeviceBody, row: UsbDevice },
  'physical-device': { body: PhysicalDeviceBody, row: PhysicalDevice },
  image: { body: ImageBody, row: Image },
  comment: { body: CommentBody, row: Comment },
  'theory-question': { body: TheoryBody, row: TheoryQuestion },
  exercise: { body: ExerciseBody, row: Exercise },
  'flag-challenge': { body: FlagBody, row: FlagChallenge },
  paper: { body: PaperBody, row: Paper },
  exam: { body: ExamBody, row: Exam },
  'flag-contest': { body: FlagContestBody, row: FlagContest },
  arena: { body: ArenaBody, row: Arena },
  'theory-set': { body: SetBody, row: QuestionSet },
  'exercise-set': { body: SetBody, row: QuestionSet },
  'flag-set': { body: SetBody, row: QuestionSet },
  'paper-set': { body: SetBody, row: QuestionSet },
  direction: { body: DirectionBody, row: CourseDirection },
  course: { body: CourseBody, row: Course },
  class: { body: CourseClassBody, row: CourseClass },
} satisfies Record<ResourceName, { body: z.ZodObject; row: z.ZodObject }>

type Resources = {
  readonly [N in ResourceName]: { readonly line: (typeof resourceSpecs)[N]; readonly schema: (typeof schemas)[N] }
}
export const resources =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a line and the schemas of one name belong together
  mapValues(resourceSpecs, (line, name) => ({ line, schema: schemas[name] })) as Resources
export type { ResourceName } from './lines.ts'
