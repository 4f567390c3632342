/** The whole server over a database, a clock and a source of randomness. It holds no state outside of what it returns. */
import type { FastifyInstance } from 'fastify'
import { makeAudit, prepareAudit } from './audit/chain.ts'
import { sessionArea } from './areas/session/handlers.ts'
import type { Cost, Hashing } from './areas/session/hashing.ts'
import { sweepApplications } from './areas/session/applications.ts'
import { sweepSessions } from './areas/session/sessions.ts'
import { startLooking } from './alarm/start.ts'
import { alarmHandlers } from './areas/operation/alarms.ts'
import { serviceHandlers } from './areas/operation/services.ts'
import { attachmentReceiver } from './areas/bank/attachment/handlers.ts'
import { classHandlers } from './areas/classroom/handlers.ts'
import { classScenesDue } from './areas/classroom/scenes.ts'
import { courseHandlers } from './areas/course/handlers.ts'
import { labHandlers } from './areas/course/lab/handlers.ts'
import { homeworkHandlers } from './areas/course/homework/handlers.ts'
import { learnHandlers } from './areas/course/learn/handlers.ts'
import { certificateHandlers } from './areas/record/certificate/handlers.ts'
import { recordHandlers } from './areas/record/handlers.ts'
import { statisticsHandlers } from './areas/record/statistics.ts'
import { peopleListHandlers } from './areas/system/peopleList.ts'
import { courseFileReceiver } from './areas/course/media/files.ts'
import { mediaHandlers } from './areas/course/media/handlers.ts'
import { mountCourseMedia } from './areas/course/media/serve.ts'
import { launchPackage } from './areas/course/package/launch.ts'
import { servePackages } from './areas/course/package/serve.ts'
import { makePackageSite, type PackageSite, type PackageSiteOptions } from './areas/course/package/site.ts'
import { bankHandlers } from './areas/bank/handlers.ts'
import { followLearners } from './areas/course/lab/ended.ts'
import { followPractice } from './areas/practice/ended.ts'
import { flagPracticeHandlers } from './areas/practice/flagDesk.ts'
import { keepHandlers } from './areas/practice/keep.ts'
import { keptHandlers } from './areas/practice/keepLists.ts'
import { reportHandlers } from './areas/practice/keepReports.ts'
import { contestHandlers, contestSceneHandlers } from './areas/contest/handlers.ts'
import { examHandlers } from './areas/exam/handlers.ts'
import { makePapers } from './areas/exam/sheet.ts'
import { practiceRecordHandlers } from './areas/practice/record.ts'
import { volumePracticeHandlers } from './areas/practice/volume.ts'
import { theoryPracticeHandlers } from './areas/practice/theory.ts'
import { backupHandlers } from './areas/backup/handlers.ts'
import { makeDoor } from './backup/door.ts'
import { followRestores, startBackups } from './backup/start.ts'
import { dashboardHandlers } from './areas/dashboard/handlers.ts'
import { deviceHandlers } from './areas/device/handlers.ts'
import { serviceReceiver } from './areas/device/service.ts'
import { usbReceiver } from './areas/device/usb.ts'
import { usbPlugHandlers } from './areas/device/usbPlug.ts'
import { benchHandlers } from './areas/image/bench.ts'
import { benchDue } from './areas/image/benchKeep.ts'
import { mountDownloads } from './areas/image/download.ts'
import { imageReceiver } from './areas/image/receive.ts'
import { startImages, tidyStore } from './areas/image/start.ts'
import { fetchHandlers } from './deposit/fetch.ts'
import { depositHandlers } from './deposit/handlers.ts'
import { mountTus } from './deposit/tus.ts'
import { imageHandlers } from './areas/image/handlers.ts'
import { importHandlers } from './areas/import/handlers.ts'
import { startImports } from './areas/import/start.ts'
import { noticeHandlers } from './areas/notice/handlers.ts'
import { libraryHandlers } from './areas/library/handlers.ts'
import { noteTime } from './areas/license/current.ts'
import { stampHandlers } from './areas/topology/stamp.ts'
import { topologyHandlers } from './areas/topology/handlers.ts'
import { licenseHandlers } from './areas/license/handlers.ts'
import { personalHandlers } from './areas/personal/handlers.ts'
import { pictureHandlers } from './areas/picture/handlers.ts'
import type { ConsoleHub } from './areas/scene/console/hub.ts'
import type { Drivers } from './world/scene/drivers.ts'
import type { Worker } from './areas/scene/engine/worker.ts'
import { type MachineSite, startScenes } from './areas/scene/start.ts'
import { sweepInjections } from './areas/scene/file/room.ts'
import { sweepPictures } from './areas/picture/hold.ts'
import { accountHandlers, systemHandlers } from './areas/system/handlers.ts'
import { treeHandlers } from './areas/system/tree.ts'
import { clearWhenDue } from './areas/system/clearing/run.ts'
import { emptyBin } from './crud/bin.ts'
import { plainHandlers } from './crud/plain.ts'
import { prepareTables } from './crud/prepare.ts'
import { docs } from './http/site/docs.ts'
import type { Db } from './db/db.ts'
import { inBatches } from './http/write/batch.ts'
import type { Interpreter } from './http/request/call.ts'
import { inTransaction } from './http/write/group.ts'
import type { Handlers, Platform } from './http/request/handler.ts'
import { ticker } from './db/due.ts'
import { remembering } from './db/remember.ts'
import { dueHandlers } from './due.ts'
import { trimSystemLog } from './areas/system/log/clear.ts'
import { makeLogSink } from './log/sink.ts'
import { health } from './http/site/health.ts'
import { makeIdempotency } from './http/write/idempotency.ts'
import { interpret, lineAt, compiledRoutes, stagedUploads } from './http/interpret.ts'
import { makeOrigins } from './http/guard/origins.ts'
import { makeUploadsAtOnce } from './http/guard/atOnce.ts'
import { makeRateLimiter, type Rates } from './http/guard/rate.ts'
import { pages } from './http/site/pages.ts'
import { takeReports } from './http/site/reports.ts'
import { makeServer, sayLate } from './http/server.ts'
import { type ArrivalRule, countInFlight } from './http/guard/inFlight.ts'
import { makeShed } from './http/guard/shed.ts'
import { makeHub } from './live/hub.ts'
import { addressFilter } from './world/fetch/address.ts'
import { type Outside, outside } from './world/fetch/get.ts'
import { makePlatform, type PlatformOptions } from './platform.ts'

export interface AppConfig {
  /** Origins of host platforms that may embed the app and call the API: `https://host[:port]`. */
  hosts?: readonly string[]
  /** Also any port of this machine as a host, and failures by name (`X-Fault`). */
  development?: boolean
  trustProxy?: boolean | string
  /** The accounts of the demonstration sign in with the passwords everybody knows, on this machine itself; they do unless it is false. */
  published?: boolean
  /** Address at which other processes of the same database reach this one; where it listens unless it is said. */
  peer?: string | undefined
  /** From which delay of the event loop (ms) and how many calls at once reads are turned away. */
  shed?: { delay?: number; inFlight?: number }
  /** How long a body may be on its way, and how many of one network, for tests. */
  arrival?: Partial<ArrivalRule>
  /** Other rate limits than the contract's, for tests. */
  rates?: Rates
  /** Networks the server may fetch from although they are not public, and how names are looked up, for tests. */
  fetch?: { inside?: readonly string[]; lookup?: Outside['lookup'] }
  /** Where packages of lessons are played from; without it they are not. */
  packages?: PackageSiteOptions
  /** Real machines on this computer; without it every scene is simulated. */
  machines?: MachineSite
  /** Cheaper password hashes, for tests. */
  passwordCost?: Cost
}

export interface ServerAppOptions extends Omit<PlatformOptions, 'db'> {
  /** Migrated. Routes are laid while it still opens. */
  db: Db | Promise<Db>
  /** Folder of the built client and host page (`client`, `host`); the API alone without it. */
  dist?: string
  config?: AppConfig
  /** Ends this server and starts another on what the database holds now, after a restore. */
  renew?: () => void
}

export interface ServerApp {
  app: FastifyInstance
  /** Listens by itself, where packages of lessons are played from. */
  packages: { app: FastifyInstance; site: PackageSite }
  platform: Platform
  hashing: Hashing
  /** What drives the scenes, for tests that move the clock. */
  scenes: Pick<Worker, 'sweep'> & { consoles: ConsoleHub; drivers: Drivers }
  close: () => Promise<void>
}

export const housekeepingEvery = 600_000
const closingTime = 3000

export async function buildApp(options: ServerAppOptions): Promise<ServerApp> {
  const { now, dist, config = {}, renew = () => {} } = options
  const site = makePackageSite(config.packages)
  const origins = makeOrigins(config.hosts ?? [], config.development, site.is)
  const shed = makeShed(config.shed)
  let log = options.log
  const app = makeServer({ random: options.random, log: () => log, origins, trustProxy: config.trustProxy ?? false })
  const packages = makeServer({
    random: options.random,
    log: () => log,
    origins,
    trustProxy: config.trustProxy ?? false,
  })
  const table = compiledRoutes()
  interpret(app, () => interpreter, table)
  const inFlight = countInFlight(app, {
    shed,
    standing: (req) => req.routeOptions.config.standing === true || lineAt(req)?.stream === 'events',
    upload: (req) => req.routeOptions.config.upload === true || lineAt(req)?.stream === 'upload',
    late: (req) => sayLate(req.socket),
    arrival: config.arrival,
  })

  const bare = await options.db
  await prepareTables(bare)
  const db = await remembering(bare)
  await db.tx((q) => prepareAudit(q, now()))
  const sink = makeLogSink(db, now)
  const platform = await makePlatform({ ...options, db, log: sink.over(options.log) })
  log = platform.log
  const session = await sessionArea(db, platform, config.passwordCost, config.published)
  const door = makeDoor()
  const looking = startLooking(platform)
  const scenes = await startScenes(platform, config.machines, config.peer)
  const receivers = {
    image: imageReceiver,
    service: serviceReceiver,
    'usb-device': usbReceiver,
    attachment: attachmentReceiver,
    'course-file': courseFileReceiver,
  }
  const papers = makePapers()
  const handlers: Handlers = {
    ...plainHandlers,
    ...session.handlers,
    ...systemHandlers,
    ...accountHandlers(session.hashing),
    ...treeHandlers(table),
    ...personalHandlers,
    ...dashboardHandlers,
    ...libraryHandlers,
    ...bankHandlers(papers),
    ...courseHandlers,
    ...homeworkHandlers,
    ...learnHandlers,
    ...recordHandlers,
    ...statisticsHandlers,
    ...peopleListHandlers,
    ...classHandlers,
    ...mediaHandlers,
    'POST /learning/courses/:id/sections/:section/launch': launchPackage(site),
    ...labHandlers(scenes.drivers),
    ...certificateHandlers,
    ...examHandlers(papers, scenes.drivers),
    ...contestHandlers,
    ...keepHandlers,
    ...keptHandlers,
    ...reportHandlers,
    ...theoryPracticeHandlers(scenes.drivers),
    ...volumePracticeHandlers,
    ...practiceRecordHandlers,
    ...flagPracticeHandlers(scenes.drivers),
    ...contestSceneHandlers(scenes.drivers),
    ...imageHandlers,
    ...benchHandlers(scenes.drivers),
    ...topologyHandlers,
    ...stampHandlers,
    ...deviceHandlers,
    ...usbPlugHandlers(scenes.drivers),
    ...depositHandlers(receivers),
    ...fetchHandlers({
      receivers,
      outside: outside(addressFilter(config.fetch?.inside), config.fetch?.lookup),
      interpreter: () => interpreter,
    }),
    ...importHandlers,
    ...noticeHandlers,
    ...pictureHandlers,
    ...alarmHandlers(looking),
    ...serviceHandlers({ db, startedAt: now(), running: () => shed.running(), renew }),
    ...backupHandlers({ door, hashing: session.hashing, renew }),
    ...licenseHandlers,
    ...scenes.handlers,
  }
  const idempotency = makeIdempotency(platform)
  const audit = makeAudit(db, now)
  const limiter = makeRateLimiter(now, config.rates)
  const hub = await makeHub({ db, live: session.people.live, log: platform.log })
  app.addHook('preClose', hub.close)
  const interpreter: Interpreter = {
    platform,
    handlers,
    origins,
    limiter,
    uploads: makeUploadsAtOnce(),
    live: session.people.live,
    restored: session.people.restored,
    audit,
    transaction: inTransaction(db, audit),
    batch: inBatches(() => interpreter),
    idempotency,
    faults: config.development === true,
    overloaded: shed.overloaded,
    hub,
    door,
  }
  stagedUploads(handlers, table)
  mountTus(app, interpreter, receivers)
  mountDownloads(app, platform, limiter)
  mountCourseMedia(app, platform, limiter)
  await scenes.route(app, { origins, limiter })
  const packageFiles = servePackages(packages, () => interpreter, site, dist)
  docs(app)
  health(app, db)
  takeReports(app, platform.log, limiter)
  if (dist !== undefined)
    pages(app, dist, origins, config.development === true, config.published !== false, site.framed)

  await startImports(platform)
  await startImages(platform)
  await startBackups(platform)
  const stopFollowing = await followRestores(platform, door, renew)
  const stopPractice = await followPractice(platform)
  const stopLearners = await followLearners(platform)
  const tidy = setInterval(() => {
    platform.background('housekeeping', () =>
      db.tx(async (q) => {
        await sweepSessions(q, platform)
        const applications = await sweepApplications(q, platform)
        if (applications)
          log.info({ event: 'applications-removed', rows: applications }, 'applications that nobody reviewed went')
        await sweepPictures(q, now())
        await emptyBin(q, now())
        await noteTime(q, now())
        await idempotency.sweep(q)
        const rows = await trimSystemLog(q)
        if (rows) log.info({ event: 'housekeeping-done', rows }, 'the oldest of the system log went')
      }),
    )
    platform.background('clearing', () => clearWhenDue(platform))
    platform.background('image store', () => tidyStore(platform))
    platform.background('injected files', () => sweepInjections(platform))
  }, housekeepingEvery)
  tidy.unref()
  const jobs = ticker(
    db,
    {
      ...dueHandlers(platform, papers),
      ...benchDue(platform, scenes.drivers),
      ...classScenesDue(platform, scenes.drivers),
    },
    {
      now,
      gaveUp: ({ kind, ref, error }) =>
        log.error({ event: 'job-gave-up', kind, ref, error }, 'a job is not tried again'),
    },
  )
  log.info({ event: 'server-started', engine: db.engine, node: process.version }, 'started')

  return {
    app,
    packages: { app: packages, site },
    platform,
    hashing: session.hashing,
    scenes: { sweep: scenes.worker.sweep, consoles: scenes.consoles, drivers: scenes.drivers },
    async close() {
      clearInterval(tidy)
      inFlight.stop()
      shed.stop()
      await stopFollowing()
      await stopPractice()
      await stopLearners()
      looking.stop()
      await jobs.stop()
      await scenes.stop()
      // who is being answered gets the answer; who is slower than this does not
      const hard = setTimeout(() => app.server.closeAllConnections(), closingTime)
      await app.close()
      packages.server.closeAllConnections()
      await packages.close()
      packageFiles.close()
      clearTimeout(hard)
      await audit.settled()
      await platform.threads.close()
      await platform.settled(closingTime)
      log.info({ event: 'server-stopped' }, 'stopped')
      await sink.close()
    },
  }
}
