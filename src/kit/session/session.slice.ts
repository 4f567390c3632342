/** Who is signed in, as one phase. Filled by the session saga of the app; screens read it and send the few actions below. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { z } from 'zod'
import { usualMenu } from '../../contract/menu.ts'
import type { Me, Permissions, Session } from '../../contract/session/session.schema.ts'

export type SessionUser = z.output<typeof Me>
export type SessionReply = z.output<typeof Session>
export type PermissionReply = z.output<typeof Permissions>
/** What a session may see of which nothing is known yet. */
export const noPermissions: PermissionReply = {
  grants: [],
  modules: [],
  licence: { at: 'none', until: null },
  menu: usualMenu,
  viewing: null,
  stamp: '',
}
export type SignOutReason = 'signed-out' | 'expired' | 'password-changed' | 'restored' | 'none'

export type SessionPhase =
  /** Reading the runtime configuration and, with a token, the session. */
  | { at: 'starting' }
  /** The server could not be asked; the app offers to try again. */
  | { at: 'unreachable'; code: string }
  | { at: 'out'; why: SignOutReason }
  /** In a sub-frame or under a host without a token: nothing redirects, the host is asked. */
  | { at: 'waiting-for-host' }
  | {
      at: 'in'
      user: SessionUser
      must_change: 'first' | 'expired' | null
      permissions: PermissionReply
      /** The session died while working: an overlay signs the same user in again and nothing typed is lost. */
      locked: boolean
      /** It died because the platform was restored to an earlier state. */
      restored?: boolean
    }

const initial = {
  phase: { at: 'starting' } as SessionPhase,
  /** Whoever was in last, and whether somebody else was before: then the address is not theirs. */
  last: null as string | null,
  inherited: false,
  /** Counts sessions: what was given to one, as a ticket, is renewed under the next. */
  edition: 0,
}

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initial,
  reducers: {
    phaseChanged: (s, a: PayloadAction<SessionPhase>) => {
      s.phase = a.payload
      if (a.payload.at !== 'in') return
      const { resource_id } = a.payload.user
      s.inherited = s.last !== null && s.last !== resource_id
      s.last = resource_id
      s.edition++
    },
    locked: (s) => {
      if (s.phase.at === 'in') s.phase.locked = true
    },
    /** The session that died was ended by a restore. */
    restored: (s) => {
      if (s.phase.at === 'in' && s.phase.locked) s.phase.restored = true
    },
    /** The role of the same user became another, or what it holds. */
    rightsChanged: (s, a: PayloadAction<{ user: SessionUser; permissions: PermissionReply }>) => {
      if (s.phase.at === 'in' && s.phase.user.resource_id === a.payload.user.resource_id)
        Object.assign(s.phase, a.payload)
    },
    /** What the user says of himself: his name, his picture. */
    meChanged: (s, a: PayloadAction<SessionUser>) => {
      if (s.phase.at === 'in' && s.phase.user.resource_id === a.payload.resource_id) s.phase.user = a.payload
    },
    /** A sign-in form, the overlay or the exchange of a code got a session from the server. */
    started: (_s, _a: PayloadAction<SessionReply>) => {},
    /** The host handed a session over while this one is used. */
    handed: (_s, _a: PayloadAction<{ token: string; jwt_token: string }>) => {},
    signOut: () => {},
    /** Every session of the user was ended by himself. */
    ended: () => {},
    /** The password was changed: every session of the user is over. */
    passwordChanged: () => {},
    retry: () => {},
    /** Rights, the licence or the menu may have changed: look again. */
    lookAgain: () => {},
    /** A role is looked through in this tab, by its id; null: its user is himself again. */
    viewed: (_s, _a: PayloadAction<string | null>) => {},
    /** A host without a token was asked for one; the user asks again. */
    askHost: () => {},
  },
})
export const sessionActions = sessionSlice.actions
