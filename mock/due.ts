/** Jobs of the whole platform that happen at a time, by the kind under which they are planned (`db/due.ts`). */
import { attachmentDue } from './areas/bank/attachment/store.ts'
import { backupDue } from './backup/start.ts'
import type { DueHandlers } from './db/due.ts'
import type { Platform } from './http/request/handler.ts'
import { imageDue } from './areas/image/start.ts'
import { importDue } from './areas/import/discard.ts'
import { membersDue } from './areas/classroom/members.ts'
import { remindDue } from './areas/classroom/schedule/remind.ts'
import { contestDue } from './areas/contest/due.ts'
import { arenaDue } from './areas/contest/settle.ts'
import { closingDue } from './areas/exam/close.ts'
import { invitationsDue } from './areas/exam/invite.ts'
import { judgeDue } from './areas/exam/judge.ts'
import { resultsDueHandlers } from './areas/exam/resultsDue.ts'
import { rekeyingDue } from './areas/exam/rekey.ts'
import { makePapers, type Papers } from './areas/exam/sheet.ts'
import { noticeDue } from './areas/notice/handlers.ts'

export const dueHandlers = (platform: Platform, papers: Papers = makePapers()): DueHandlers => ({
  ...importDue(platform),
  ...imageDue(platform),
  ...noticeDue,
  ...closingDue(platform, papers),
  ...contestDue(platform),
  ...arenaDue(platform),
  ...judgeDue(platform, papers),
  ...rekeyingDue(platform, papers),
  ...resultsDueHandlers(platform),
  ...invitationsDue(platform),
  ...backupDue(platform),
  ...attachmentDue(platform),
  ...membersDue(platform),
  ...remindDue(platform),
})
