import { z } from 'zod'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import {
  Backup,
  BackupList,
  BackupPreview,
  CheckPassword,
  InspectBackup,
  NewBackup,
  ReceiveBackup,
  RestoreBackup,
  RestoreStatus,
} from './backup.schema.ts'

const screens = ['system-config'] as const

export const backupRoutes = routes({
  'GET /backups': { summary: 'Backups, newest first, and the disk space available', screens, reply: BackupList },
  'POST /backups': {
    summary: 'Make a backup of this moment in the background; with a passphrase it is encrypted',
    screens,
    body: NewBackup,
    reply: Backup,
    problems: ['not_allowed_in_state', 'quota_full'],
    audit: 'backup.create',
  },
  'GET /backups/:id': { summary: 'One backup', screens, reply: Backup },
  'DELETE /backups/:id': {
    summary: 'Remove a backup and its file; one still being made is abandoned',
    screens,
    reply: z.object({ id: Id }),
    problems: ['not_allowed_in_state'],
    audit: 'backup.remove',
  },
  'GET /backups/:id/file': {
    summary: 'Download the backup. It holds everything, the server’s secret too',
    screens,
    reply: z.unknown(),
    guarded: true,
    stream: 'download',
    problems: ['not_allowed_in_state'],
    audit: 'backup.download',
  },
  'POST /backups/receive': {
    summary: 'Add an uploaded file to the backups: it is checked in the background',
    screens,
    body: ReceiveBackup,
    reply: Backup,
    problems: ['not_allowed_in_state'],
    audit: 'backup.receive',
  },
  'POST /backups/password': {
    summary: 'Whether the caller’s password is right: asked before a file is sent that a restore with it would refuse',
    screens,
    body: CheckPassword,
    reply: z.object({ done: z.literal(true) }),
    problems: ['password_wrong'],
    audit: 'backup.password',
  },
  'POST /backups/:id/inspect': {
    summary: 'Content of a backup beside the current data. Every byte of it is verified',
    screens,
    body: InspectBackup,
    reply: BackupPreview,
    safe: true,
    problems: ['backup_damaged', 'backup_incomplete', 'archive_refused', 'passphrase_wrong', 'not_allowed_in_state'],
  },
  'POST /backups/:id/restore': {
    summary: 'Restore the platform from a backup. Everybody is signed out; the current state is backed up first',
    screens,
    body: RestoreBackup,
    reply: RestoreStatus,
    problems: [
      'password_wrong',
      'passphrase_wrong',
      'backup_damaged',
      'backup_incomplete',
      'backup_newer',
      'not_allowed_in_state',
    ],
    audit: 'backup.restore',
  },
  'GET /restore': {
    summary: 'Status of a restore; answered while nothing else is',
    screens: 'public',
    serves: ['system-config', 'login'],
    reply: RestoreStatus,
  },
})
