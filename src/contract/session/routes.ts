import { z } from 'zod'
import { Stamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { liveNames, liveReady } from './live.ts'
import {
  ChangePassword,
  Permissions,
  Register,
  RegisterReply,
  ResetPassword,
  Session,
  SessionState,
  SignIn,
  SystemInfo,
} from './session.schema.ts'

const Done = z.object({ done: z.literal(true) })

export const sessionRoutes = routes({
  'GET /auth/register/': {
    summary: 'System name and what the sign-in page offers',
    screens: 'public',
    serves: ['login'],
    reply: SystemInfo,
  },
  'POST /auth/register/': {
    summary: 'Register; waits for review unless configured otherwise. Answers the same for a name that is taken',
    screens: 'public',
    body: Register,
    reply: RegisterReply,
    problems: ['registration_closed', 'registration_full', 'registration_later'],
    rate: 'register',
    audit: 'user.register',
  },
  'POST /session': {
    summary: 'Sign in',
    screens: 'public',
    body: SignIn,
    reply: Session,
    problems: ['wrong_credentials', 'account_not_active', 'too_many', 'published_password'],
    rate: 'sign-in',
    audit: 'session.sign-in',
  },
  'GET /session': { summary: 'The session and its user', screens: 'signed-in', reply: SessionState, restricted: true },
  'GET /session/permissions': { summary: 'What the user may see', screens: 'signed-in', reply: Permissions },
  'GET /events': {
    summary: 'Server-sent events: the data of each is a name of what to look at again. Ends with the session',
    screens: 'signed-in',
    reply: z.enum([liveReady, ...liveNames]),
    problems: ['too_many'],
    stream: 'events',
  },
  'DELETE /session': {
    summary: 'Sign out: ends this session',
    screens: 'signed-in',
    reply: Done,
    restricted: true,
    viewing: true,
    audit: 'session.sign-out',
  },
  'DELETE /sessions': {
    summary: 'Sign out everywhere: ends every session of the caller and forgets the devices that signed in',
    screens: 'signed-in',
    reply: Done,
    restricted: true,
    viewing: true,
    audit: 'session.sign-out-everywhere',
  },
  'DELETE /session/view': {
    summary: 'Look with one’s own rights again',
    screens: 'signed-in',
    reply: Done,
    viewing: true,
    problems: ['not_allowed_in_state'],
    audit: 'role.view-end',
  },
  'POST /session/token': {
    summary: 'A fresh jwt_token for the same session',
    screens: 'signed-in',
    reply: z.object({ jwt_token: z.string() }),
    audit: 'session.token',
  },
  'POST /session/code': {
    summary: 'A signed one-time code that signs the caller in elsewhere within 60 seconds, once',
    screens: 'signed-in',
    reply: z.object({ code: z.string(), expires_at: Stamp }),
    audit: 'session.code',
  },
  'POST /session/exchange': {
    summary: 'Turn a one-time code into a session',
    screens: 'public',
    serves: ['token-entry'],
    body: z.strictObject({ code: z.string().min(16).max(2048) }),
    reply: Session,
    problems: ['code_invalid'],
    rate: 'sign-in',
    audit: 'session.exchange',
  },
  'PUT /account/password': {
    summary: 'Change one’s own password; ends every session of the user',
    screens: 'signed-in',
    body: ChangePassword,
    reply: Done,
    problems: ['password_wrong', 'password_used_before', 'too_many'],
    restricted: true,
    rate: 'sign-in',
    audit: 'user.password',
  },
  'POST /account/reset': {
    summary: 'Set a new password with the one-time code of an administrator',
    screens: 'public',
    serves: ['change-password'],
    body: ResetPassword,
    reply: Done,
    problems: ['code_invalid', 'password_used_before'],
    rate: 'sign-in',
    audit: 'user.reset',
  },
})
