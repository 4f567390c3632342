/** Every resource with its rules: what the server stores, the CLI offers and the generated tests run. The app's lists import the plain halves only. */
import { Alarm, AlarmBody } from './operation/alarm.schema.ts'
import { alarm } from './operation/alarm.ts'
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
import { Paper, PaperBody } from './bank/paper.schema.ts'
import { Exam, ExamBody } from './exam/exam.schema.ts'
import { exam } from './exam/exam.ts'
import { Image, ImageBody } from './image/image.schema.ts'
import { image } from './image/image.ts'
import { PhysicalDevice, PhysicalDeviceBody } from './device/physical.schema.ts'
import { physicalDevice } from './device/physical.ts'
import { Service, ServiceBody } from './device/service.schema.ts'
import { service } from './device/service.ts'
import { UsbDevice, UsbDeviceBody } from './device/usb.schema.ts'
import { usbDevice } from './device/usb.ts'
import { Dork, DorkBody } from './library/dork.schema.ts'
import { dork } from './library/dork.ts'
import { Tool, ToolBody, ToolCategory, ToolCategoryBody } from './library/tool.schema.ts'
import { tool, toolCategory } from './library/tool.ts'
import { ComputeNode, ComputeNodeBody } from './system/node.schema.ts'
import { computeNode } from './system/node.ts'
import { Topology, TopologyBody } from './topology/topology.schema.ts'
import { topology } from './topology/topology.ts'
import { Announcement, AnnouncementBody } from './notice/announcement.schema.ts'
import { announcement } from './notice/announcement.ts'
import { Comment, CommentBody } from './notice/comment.schema.ts'
import { comment } from './notice/comment.ts'
import { Role, RoleBody } from './system/role.schema.ts'
import { role } from './system/role.ts'
import { Team, TeamBody } from './system/team.schema.ts'
import { team } from './system/team.ts'
import { User, UserBody } from './system/user.schema.ts'
import { user } from './system/user.ts'

export const resources = {
  alarm: { line: alarm, schema: { body: AlarmBody, row: Alarm } },
  user: { line: user, schema: { body: UserBody, row: User } },
  team: { line: team, schema: { body: TeamBody, row: Team } },
  role: { line: role, schema: { body: RoleBody, row: Role } },
  tool: { line: tool, schema: { body: ToolBody, row: Tool } },
  'tool-category': { line: toolCategory, schema: { body: ToolCategoryBody, row: ToolCategory } },
  dork: { line: dork, schema: { body: DorkBody, row: Dork } },
  'compute-node': { line: computeNode, schema: { body: ComputeNodeBody, row: ComputeNode } },
  topology: { line: topology, schema: { body: TopologyBody, row: Topology } },
  announcement: { line: announcement, schema: { body: AnnouncementBody, row: Announcement } },
  service: { line: service, schema: { body: ServiceBody, row: Service } },
  'usb-device': { line: usbDevice, schema: { body: UsbDeviceBody, row: UsbDevice } },
  'physical-device': { line: physicalDevice, schema: { body: PhysicalDeviceBody, row: PhysicalDevice } },
  image: { line: image, schema: { body: ImageBody, row: Image } },
  comment: { line: comment, schema: { body: CommentBody, row: Comment } },
  'theory-question': { line: theoryQuestion, schema: { body: TheoryBody, row: TheoryQuestion } },
  exercise: { line: exercise, schema: { body: ExerciseBody, row: Exercise } },
  'flag-challenge': { line: flagChallenge, schema: { body: FlagBody, row: FlagChallenge } },
  paper: { line: paper, schema: { body: PaperBody, row: Paper } },
  exam: { line: exam, schema: { body: ExamBody, row: Exam } },
  'theory-set': { line: theorySet, schema: { body: SetBody, row: QuestionSet } },
  'exercise-set': { line: exerciseSet, schema: { body: SetBody, row: QuestionSet } },
  'flag-set': { line: flagSet, schema: { body: SetBody, row: QuestionSet } },
  'paper-set': { line: paperSet, schema: { body: SetBody, row: QuestionSet } },
} as const
export type ResourceName = keyof typeof resources
