/** A shell of a simulated node that writes to a terminal: who is logged in where, line after line, until the last of them leaves. */
import type { Queryable } from '#mock/db/db.ts'
import { bash, shellFor } from '../shell/bash.ts'
import type { Dialect, Ends } from '../shell/dialect.ts'
import { lineEditor } from '../shell/line.ts'
import { accountsOf, type Host } from '../shell/image.ts'
import type { Shell } from '../shell/program.ts'
import { diskText } from '../shell/disk.ts'
import { admits } from '../shell/signIn.ts'
import { dueJobs } from '../shell/cron.ts'
import type { PacketNetworkHub } from './wires.ts'
import { vty } from '../shell/vty.ts'
import { windows } from '../shell/windows.ts'
import { facesOf } from '../shell/reach.ts'
import { diskOf, type Sim, simOf, keep, switchOff } from './node.ts'
import { present } from '#src/contract/lib/typed.ts'

/** Shells inside shells, lines that run other lines on other nodes, and how much one of those may say. */
const mostFrames = 12
const mostLevels = 4
const mostText = 256 * 1024

interface Frame {
  node: string
  shell: Shell
  dialect: Dialect
}
export interface Talk {
  /** @param taken is called when there is room for more */
  feed(text: string, taken?: () => void): void
  resize(columns: number, rows: number): void
  /** While whoever reads has enough, what runs waits. */
  hold(held: boolean): void
  end(): void
}

/** @param over hears that nobody is logged in any more */
export function talk(
  db: Queryable,
  now: () => Date,
  scene: string,
  node: string,
  out: (text: string) => void,
  over: () => void,
  wires: PacketNetworkHub,
): Talk {
  const frames: Frame[] = []
  /** What a command changed elsewhere. */
  const later: { node: string; disk: Shell['disk'] }[] = []
  let ended = false
  let held: { done: Promise<void>; free(): void } | undefined
  let interrupt = (): void => {}
  /** ^C since the line began. */
  let broken = false
  let size = { columns: 80, rows: 24 }
  /** A program that has the whole terminal. */
  let whole: { resized(): void; gone(): void } | undefined
  let sim: Sim | undefined
  const say = (text: string) => out(text.replace(/\r?\n/g, '\r\n'))
  const editor = lineEditor(out)
  editor.onInterrupt(() => {
    broken = true
    interrupt()
  })

  const find: Ends['find'] = (name) => {
    if (!sim) return undefined
    const face = facesOf(sim.ground).find((f) => f.address === name || f.node.name.toLowerCase() === name.toLowerCase())
    const host = face && sim.hosts.get(face.node.id)
    return face && host ? { host, address: face.address } : undefined
  }
  /** Who leaves a node that he signed in to from another hears it. */
  function left(f: Frame | undefined): void {
    frames.pop()
    const below = frames.at(-1)
    if (f && below && below.node !== f.node) say(`Connection to ${f.shell.host.node.name} closed.\n`)
  }
  const ends: Ends = {
    out: say,
    terminal: {
      write: out,
      take(o) {
        whole = o
        const back = editor.lend(o.keys)
        return (rest) => {
          whole = undefined
          back(rest)
        }
      },
      turn: () => ends.tick(),
      async flush() {
        const f = frames.at(-1)
        if (f) await keep(db, scene, f.node, f.shell.disk.taken())
      },
    },
    async ask(prompt, hidden = false) {
      // the line that is edited is the last one: those above are written once, as all that is said
      const cut = prompt.lastIndexOf('\n') + 1
      if (cut) say(prompt.slice(0, cut))
      const said = await editor.read(prompt.slice(cut), { hidden })
      // who presses ^C at a question answers nothing
      return broken ? undefined : said
    },
    sleep: (ms) =>
      new Promise((done) => {
        // ^C that came while nothing waited ends what waits next
        if (ended || broken) return done(false)
        const timer = setTimeout(() => done(true), ms)
        interrupt = () => {
          clearTimeout(timer)
          done(false)
        }
      }),
    tick: async () => {
      await new Promise((done) => setImmediate(done))
      await held?.done
      return !broken && !ended
    },
    leave: () => left(frames.at(-1)),
    async enter(user, there) {
      const here = frames.at(-1)?.shell
      const host = there?.host ?? here?.host
      if (!host || frames.length >= mostFrames || !accountsOf(host).some((a) => a.name === user)) return false
      const disk = there || !here ? await diskOf(db, host, now) : here.disk
      if (there && !admits(disk, host, user, there.proof)) return false
      push(host, user, disk, there ? 'remote' : 'inner')
      return true
    },
    on: (host, user, line) => on(host, user, line, 1),
    keep: (host, disk) => void later.push({ node: host.node.id, disk }),
    hosts: () => (sim ? [...sim.hosts.values()].filter((h) => sim?.ground.on.has(h.node.id)) : []),
    wire: wires.of(scene),
    find,
    diskOf: (host) => diskOf(db, host, now),
    async shutdown(reboot) {
      const at = frames.at(-1)?.node ?? node
      say(reboot ? 'Rebooting.\n' : 'Powering down.\n')
      await switchOff(db, scene, at, now(), reboot)
    },
  }
  /** Without a terminal: what asks is answered by nobody, and what waits does not. */
  async function on(host: Host, user: string, line: string, level: number): Promise<{ status: number; out: string }> {
    if (level > mostLevels) return { status: 1, out: 'too many levels\n' }
    const top = frames.at(-1)
    const here = level === 1 && top?.node === host.node.id
    const disk = here ? top.shell.disk : await diskOf(db, host, now)
    let text = ''
    const apart: Ends = {
      ...ends,
      out: (t) => void (text.length < mostText && (text += t)),
      terminal: undefined,
      ask: async () => undefined,
      sleep: async () => !ended,
      enter: async () => false,
      leave: () => {},
      on: (h, u, l) => on(h, u, l, level + 1),
      shutdown: async () => {},
    }
    const status = await bash(shellFor(host, user, disk, now), apart, false).run(line)
    if (!here) await keep(db, scene, host.node.id, disk.taken())
    return { status, out: text.slice(0, mostText) }
  }
  /** What its crontabs would have done since somebody last looked: each at most once. */
  async function cron(host: Host, disk: Shell['disk']): Promise<void> {
    if (host.system !== 'linux') return
    for (const job of dueJobs(host, disk, now())) await on(host, job.user, job.line, 1)
  }
  function push(host: Host, user: string, disk: Shell['disk'], how: 'console' | 'remote' | 'inner' = 'console'): void {
    const shell = shellFor(host, user, disk, now, size)
    const dialect =
      host.system === 'windows'
        ? windows(shell, ends)
        : host.system === 'network'
          ? vty(shell, ends)
          : bash(shell, ends)
    const said = disk.stat('/etc/motd') ? diskText(disk.read('/etc/motd', 'root')) : ''
    if (how === 'inner') shell.cwd = frames.at(-1)?.shell.cwd ?? shell.cwd
    else if (how === 'remote' && host.system === 'linux') say(`Linux ${host.node.name} 6.1.0-18-amd64 x86_64\n${said}`)
    else if (host.system === 'windows') {
      shell.user = 'Administrator'
      shell.cwd = '/'
      say(`Microsoft Windows [Version 10.0.17763.5329]\n(c) ${host.node.name}\n\n`)
    } else if (host.system !== 'network')
      say(
        `\x1b[2m${host.image} ${host.node.name} ttyS0\x1b[0m\n\nWelcome to ${host.node.name}. Type help for what is here.\n${said === `Welcome to ${host.node.name}.\n` ? '' : said}`,
      )
    else say(`\n${host.node.name} con0 is now available\n\n`)
    frames.push({ node: host.node.id, shell, dialect })
  }
  /** What changed elsewhere since the last line: files, power. False: there is nobody to talk to any more. */
  async function look(): Promise<boolean> {
    sim = await simOf(db, scene, now())
    for (let f = frames.at(-1); f; f = frames.at(-1)) {
      const host = sim?.hosts.get(f.node)
      if (host && sim?.ground.on.has(f.node)) {
        f.shell.host = host
        f.shell.disk = await diskOf(db, host, now)
        return true
      }
      frames.pop()
      if (frames.length) say(`Connection to ${f.shell.host.node.name} closed.\n`)
    }
    return false
  }
  async function live(): Promise<void> {
    sim = await simOf(db, scene, now())
    const host = sim?.hosts.get(node)
    if (!host || !sim?.ground.on.has(node)) return
    push(host, 'root', await diskOf(db, host, now))
    while (!ended && frames.length) {
      const f = present(frames.at(-1))
      const { history, complete } = f.dialect
      let line = await editor.read(f.dialect.prompt(), { history, complete })
      broken = false
      while (line !== undefined && f.dialect.unfinished?.(line)) {
        const more = await editor.read('> ', { history, complete })
        line = broken || more === undefined ? '' : `${line}\n${more}`
      }
      if (ended || !(await look())) break
      const top = frames.at(-1)
      if (!top || top !== f) continue
      if (line === undefined) {
        say('logout\n')
        left(f)
        continue
      }
      await cron(f.shell.host, f.shell.disk)
      if (line.trim() !== '' && f.dialect.history.at(-1) !== line) f.dialect.history.push(line)
      if (f.dialect.history.length > 500) f.dialect.history.shift()
      broken = false
      await f.dialect.run(line)
      await keep(db, scene, f.node, f.shell.disk.taken())
      for (const one of later.splice(0)) await keep(db, scene, one.node, one.disk.taken())
    }
  }
  live()
    .catch((e: unknown) => say(`\n${e instanceof Error ? e.message : 'error'}\n`))
    .finally(() => {
      if (!ended) over()
    })
  return {
    feed(text, taken) {
      editor.feed(text)
      taken?.()
    },
    resize(columns, rows) {
      size = { columns, rows }
      for (const f of frames) Object.assign(f.shell, size)
      whole?.resized()
    },
    hold(on) {
      if (!on) {
        held?.free()
        held = undefined
      } else if (!held) {
        let free = (): void => {}
        held = { done: new Promise((done) => (free = done)), free }
      }
    },
    end() {
      ended = true
      held?.free()
      interrupt()
      whole?.gone()
      // whoever waits for a line gets its end
      editor.feed('\x15\x04')
    },
  }
}
