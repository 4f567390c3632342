/** Jobs of the whole platform that happen at a time, by the kind under which they are planned (`db/due.ts`). */
import { attachmentDue } from './areas/bank/attachment/store.ts'
import { backupDue } from './backup/start.ts'
import type { DueHandlers } from './db/due.ts'
import type { Platform } from './http/handler.ts'
import { imageDue } from './areas/image/start.ts'
import { importDue } from './areas/import/discard.ts'
import { noticeDue } from './areas/notice/handlers.ts'

export const dueHandlers = (platform: Platform): DueHandlers => ({
  ...importDue(platform),
  ...imageDue(platform),
  ...noticeDue,
  ...backupDue(platform),
  ...attachmentDue(platform),
})
