/** The demonstration: an invented training centre with its people, libraries, announcements and a month behind it. */
import { signed } from '#src/contract/notice/byline.ts'
import { settings } from '#src/contract/system/config.ts'
import { prepareAudit, type Audit } from '../audit/chain.ts'
import { documents, type Hand } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import type { Platform } from '../http/request/handler.ts'
import { demoLines } from './accounts.ts'
import { layOrgs, layRoles, layUsers, type NewUser } from './base.ts'
import { identity } from './identities.ts'
import { history, type Regular } from './history.ts'
import { demoRoles } from './demoRoles.ts'
import type { FlagKeys } from '../areas/bank/flag/seal.ts'
import { layBanks } from './bank/lay.ts'
import { layAttempts } from './exam/attempts.ts'
import type { Sitter } from './exam/sitting.ts'
import { layClasses } from './course/classes.ts'
import { layLabClass } from './course/labClass.ts'
import { earnCertificate } from './course/habits.ts'
import { layHomework } from './course/homework.ts'
import { layCourses } from './course/lay.ts'
import type { LaidFile } from './course/media.ts'
import { layCourseRequests, layLearningTime } from './course/time.ts'
import { layExams } from './exams.ts'
import { layArenas } from './arenas.ts'
import { layContests } from './contests.ts'
import { layLibrary } from './library.ts'
import { layScenes } from './scenes/lay.ts'
import type { SeedRecording } from './scenes/recordings.ts'
import { layTopologies, topologies } from './topologies/lay.ts'
import { layComputeNodes } from './nodes.ts'
import { layFlagPractice } from './flagPractice.ts'
import { layPractice } from './practice.ts'
import { layNotices } from './notices.ts'
import { layOperation } from './operation.ts'
import { orgs } from './orgs.ts'
import { inventedPeople } from './people.ts'
import { layDevices, layPlug } from './devices.ts'
import { layEvents } from './events.ts'
import { layImages } from './images.ts'
import { layImports } from './imports.ts'
import type { Package } from './packages.ts'
import { operations } from './operations.ts'
import { type Chance, chance } from './random.ts'
import { teams } from './teams.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

const day = 86_400_000
const count = 112

export interface DemoGround {
  now: Date
  platform: Platform
  /** Folder of the platform’s files. */
  files: string
  audit: Audit
  /** Hashes of the passwords of `demoLines`, in their order. */
  hashes: readonly string[]
  /** What flags are sealed with. */
  keys: FlagKeys
  random: (bytes: number) => Buffer
  /** Hash of a password nobody knows: whoever has it needs a code to get in. */
  locked: string
}

/** @returns by the role that people would have, ids of the made one they get instead */
async function layDemoRoles(q: Queryable, c: Chance, ago: (days: number) => Date, { by }: Hand) {
  const instead = new Map<string, string[]>()
  const rows = demoRoles.map(({ members: [from, count], days_ago, permissions, ...role }) => {
    const at = ago(days_ago)
    const id = c.id(at)
    instead.set(from, [...(instead.get(from) ?? []), ...Array.from({ length: count }, () => id)])
    const data = { ...role, permissions: [...permissions], key: '', is_admin: false, built_in: false }
    return { id, data, hand: { at, by } }
  })
  await documents('role').insertMany(q, rows, { at: ago(0), by })
  return instead
}

async function layTeams(
  q: Queryable,
  c: Chance,
  ago: (days: number) => Date,
  orgs: ReadonlyMap<string, string>,
  users: readonly NewUser[],
): Promise<void> {
  const rows = teams.map(({ org, members, days_ago, ...t }) => {
    const at = ago(days_ago)
    const org_id = orgs.get(org) ?? null
    const own = users.filter((u) => u.data.org_id === org_id && u.data.status === 'normal').slice(0, members)
    return {
      id: c.id(at),
      data: { ...t, logo: '', org_id, member_ids: own.map((u) => u.id) },
      hand: { at, by: own[0]?.id ?? '' },
    }
  })
  await documents('team').insertMany(q, rows, { at: ago(0), by: '' })
}

/** People as they sit exams and mark them: learners of every organisation that were there a month ago, the keepers, a teacher. */
function seats(all: readonly NewUser[], regulars: readonly Regular[]) {
  const known = new Map(regulars.map((r) => [r.id, r]))
  const monthAgo = 31 * day
  const seat = (u: NewUser): Sitter[] => {
    const r = known.get(u.id)
    if (!r) return []
    const username = u.data.username ?? ''
    const own = { name: u.data.name ?? '', role_id: u.data.role_id ?? '', org_id: u.data.org_id ?? null }
    const address = `${r.network}.4.${20 + ([...username].reduce((n, x) => n + (x.codePointAt(0) ?? 0), 0) % 200)}`
    return [{ id: u.id, username, ...own, role: r.role, address }]
  }
  const named = (username: string): Sitter => {
    const [found] = all.filter((u) => u.data.username === username).flatMap(seat)
    if (!found) throw new Error(`nobody is ${username}`)
    return found
  }
  const newest = Math.max(...all.map((u) => u.hand.at.getTime()))
  return {
    sitters: all
      .filter((u) => newest - u.hand.at.getTime() > monthAgo)
      .flatMap(seat)
      .filter((s) => s.role === 'student'),
    keeper: named('super_demo'),
    teacher: named('teacher_demo'),
    second: named('admin_demo'),
  }
}

/** @returns what is written when the rows are: files of the image store, recordings of consoles */
export async function layDemo(
  q: Queryable,
  { now, platform, files, audit, hashes, locked, keys, random }: DemoGround,
): Promise<{ packages: readonly Package[]; casts: readonly SeedRecording[]; courseFiles: readonly LaidFile[] }> {
  const c = chance('启明')
  const person = chance('工号')
  const ago = (days: number) => new Date(now.getTime() - days * day)
  /** Some hour of a day that long ago. */
  const about = (days: number) => new Date(ago(days).getTime() - c.between(0, day / 3))
  const opening = ago(430)
  const founder = c.id(opening)
  const hand = { at: opening, by: founder }
  const roleIds = await layRoles(q, () => c.id(opening), hand)
  const orgIds = await layOrgs(q, () => c.id(opening), orgs)
  const networks = new Map([...orgIds.keys()].map((key, n) => [key, `10.${20 + n}`]))

  const regulars: Regular[] = []
  const add = (id: string, username: string, role: string, org: string, since: Date) =>
    regulars.push({ id, username, role, network: networks.get(org) ?? '10.20', since })

  const known: NewUser[] = demoLines.map((a, n) => {
    const at = n === 0 ? opening : about(a.is_default || a.status ? c.between(1, 3) : c.between(200, 400))
    const id = n === 0 ? founder : c.id(at)
    if (!a.is_default && !a.status) add(id, a.username, a.role, a.org, at)
    const data = {
      username: a.username,
      name: a.name,
      role_id: roleIds[a.role],
      org_id: orgIds.get(a.org) ?? null,
      expires_on: null,
      status: a.status ?? ('normal' as const),
      ...identity(person, { ...a, status: a.status ?? 'normal' }),
      phone: `1380000000${n + 1}`,
      last_sign_in: null,
    }
    return { id, data, hash: hashes[n] ?? locked, is_default: a.is_default === true, hand: { at, by: founder } }
  })
  const instead = await layDemoRoles(q, c, ago, hand)
  const others: NewUser[] = inventedPeople(c, count).map((p) => {
    const at = about(p.age)
    const id = c.id(at)
    if (p.status === 'normal' && (p.expires_in ?? 0) >= 0) add(id, p.username, p.role, p.org, at)
    const expires_on = p.expires_in === undefined ? null : ago(-p.expires_in).toISOString().slice(0, 10)
    const data = {
      username: p.username,
      name: p.name,
      role_id: (p.status === 'normal' && instead.get(p.role)?.pop()) || roleIds[p.role],
      org_id: orgIds.get(p.org) ?? null,
      expires_on,
      status: p.status,
      ...identity(person, p),
      ...(p.status === 'rejected' ? { reviewed_at: new Date(at.getTime() + day / 2).toISOString() } : {}),
      last_sign_in: null,
    }
    return { id, data, hash: locked, hand: { at, by: p.status === 'to-audit' ? 'registration' : founder } }
  })

  const { rows, last } = history(c, regulars, now)
  const all = [...known, ...others].map((u) => ({
    ...u,
    data: { ...u.data, last_sign_in: last.get(u.id)?.toISOString() ?? null },
  }))
  await layUsers(q, all, hand)
  await layTeams(q, c, ago, orgIds, all)

  const author = { id: founder, username: demoLines[0]?.username ?? '', role: 'super' }
  const writers = demoLines.slice(0, 5).map((a) => a.name)
  const keepers = known
    .slice(0, 3)
    .map((u) => ({ id: u.id, name: signed({ name: u.data.name ?? '', username: u.data.username ?? '' }) }))
  const made = await layLibrary(q, c, { now, author, orgs: orgIds, roles: roleIds, writers })

  const named = new Map(demoLines.map((a, n) => [a.username, { id: known[n]?.id ?? founder, name: a.name }]))
  await layNotices(q, c, { now, orgs: orgIds, people: named, hand })

  await layComputeNodes(q, c, hand)
  const [keeper = { id: founder, name: '' }] = keepers
  const { packages, devices } = await layDevices(q, chance('设备'), { now, author: keeper })
  const images = await layImages(q, chance('镜像'), { now, author: keeper, orgs: orgIds, roles: roleIds })
  const drawings = await layTopologies(q, chance('拓扑'), {
    now,
    people: new Map([...named].map(([username, { id }]) => [username, id])),
    founder,
    images: images.ids,
    devices,
  })
  await layBanks(q, chance('题库'), {
    now,
    authors: keepers.map((k) => k.id),
    teacher: named.get('teacher_demo')?.id,
    keys,
    random,
    drawings,
  })
  const { courses, courseFiles } = await layCourses(q, chance('课程'), {
    now,
    authors: keepers.map((k) => k.id),
    lecturer: named.get('teacher_demo')?.id ?? founder,
    roles: roleIds,
    keys,
    random,
    drawings,
    visitor: named.get('student_demo')?.id ?? founder,
  })
  const exams = await layExams(q, chance('考试'), {
    now,
    authors: keepers.map((k) => k.id),
    teacher: named.get('teacher_demo')?.id,
    markers: [...keepers, ...['teacher_demo', 'referee_demo'].flatMap((a) => named.get(a) ?? [])].map((k) => k.id),
  })
  const casts = await layScenes(q, chance('场景'), {
    now,
    files,
    people: new Map([...named].map(([username, { id, name }]) => [username, { id, name: signed({ name, username }) }])),
    topologies: new Map(
      [...drawings].map(([key, d]) => [key, { ...d, name: topologies.find((t) => t.key === key)?.name ?? '' }]),
    ),
    founder: keeper,
  })
  await layPlug(q, { now, author: keeper })
  await q.query(
    `insert into setting (name, value, updated_at, updated_by) values ($1, to_jsonb($2::text), $3, $4) on conflict do nothing`,
    [
      settings.basics.copyright.name,
      `© ${now.getUTCFullYear()} 启明联合实训中心 Qiming Centre`,
      opening.toISOString(),
      founder,
    ],
  )

  await q.query(
    `insert into setting (name, value, updated_at, updated_by) values ($1, to_jsonb($2::text), $3, $4) on conflict do nothing`,
    [settings.basics.time_zone.name, 'Asia/Shanghai', opening.toISOString(), founder],
  )

  const things = made.map((m) => ({
    id: m.entity_id,
    data: isRecord(m.after) && typeof m.after['name'] === 'string' ? { name: m.after['name'] } : {},
  }))
  const known_as = new Map(all.map((u) => [u.id, { username: u.data.username, name: u.data.name }]))
  const seated = seats(all, regulars)
  const sat = await layAttempts(q, chance('考场'), { platform, exams, now, people: seated })
  const [learner] = seated.sitters.filter((s) => s.username === 'student_demo')
  if (!learner) throw new Error('nobody practises')
  await layClasses(q, chance('班级'), {
    now,
    course: courses.get('basics') ?? '',
    response: courses.get('response') ?? '',
    teacher: seated.teacher.id,
    second: seated.second.id,
    members: [learner, ...seated.sitters.filter((s) => s !== learner).slice(0, 17)].map((s) => s.id),
  })
  await layLabClass(q, chance('实验班'), {
    now,
    course: courses.get('hardening') ?? '',
    teacher: seated.teacher.id,
    second: seated.second.id,
    members: [learner, ...seated.sitters.filter((s) => s.role === 'student' && s !== learner).slice(0, 11)].map(
      (s) => s.id,
    ),
  })
  await layPractice(q, chance('练习'), {
    platform,
    now,
    learners: [learner, seated.teacher, ...seated.sitters.filter((s) => s !== learner).slice(0, 6)],
  })
  await earnCertificate(q, chance('证书'), { platform, now, course: courses.get('habits') ?? '', learner })
  await layHomework(q, chance('作业'), {
    platform,
    now,
    course: courses.get('basics') ?? '',
    teacher: seated.teacher,
    learners: [learner, ...seated.sitters.filter((s) => s !== learner && s.role === 'student').slice(0, 4)],
  })
  await layFlagPractice(q, chance('夺旗'), {
    platform,
    now,
    keys,
    learners: [learner, ...seated.sitters.filter((s) => s !== learner).slice(0, 14)],
    teacher: seated.teacher,
  })
  const contesting = {
    now,
    keys,
    random,
    author: seated.teacher.id,
    referee: named.get('referee_demo')?.id ?? founder,
    learners: [learner, ...seated.sitters.filter((s) => s !== learner && s.role === 'student')].map((s) => s.id),
  }
  await layContests(q, chance('竞赛'), contesting)
  await layArenas(q, chance('竞技场'), contesting)
  await layLearningTime(q)
  await layCourseRequests(q, chance('申请'), {
    course: courses.get('response') ?? '',
    users: seated.sitters.filter((s) => s !== learner && s.role === 'student').map((s) => s.id),
    now,
  })
  const done = operations(c, regulars, things, known_as, now)
  await layEvents(q, c, now)
  await layOperation(q, chance('告警'), { now, keepers: keepers.map((k) => k.name) })
  await layImports(q, c, keepers, now)

  await prepareAudit(q, now)
  await audit.append(
    q,
    [...made, ...rows, ...done, ...sat].sort((a, b) => a.at.getTime() - b.at.getTime()),
  )
  return { packages: [...packages, ...images.packages], casts, courseFiles }
}
