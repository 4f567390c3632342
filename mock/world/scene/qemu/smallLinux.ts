/**
 * A small Linux for nodes whose image has no disk of its own: the kernel of this machine, its network drivers and busybox as the whole system.
 * It comes up in seconds, has a shell on the serial line and on the screen, and answers the guest agent's calls that the driver makes.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { cpio, type CpioEntry, file, folder } from './cpio.ts'
import { type Module, modulesIn, withNeeds } from './modules.ts'

/** Cards, disks and the lines to the driver; the boot waits for them. */
const first = ['virtio_pci', 'virtio_net', 'virtio_blk', 'virtio_console'] as const
/** The socket for USB devices and what is plugged into it; loaded beside what else goes on. */
const usb = ['xhci_pci', 'usb_storage', 'sd_mod', 'vfat', 'nls_cp437', 'nls_ascii', 'usbhid', 'hid_generic'] as const
const rare = ['ftdi_sio', 'rndis_host'] as const

/** The line that the bytes of files come in over: a shell reads them there as fast as they come, and no faster than a sign at a time elsewhere. */
export const filesPort = 'org.range.files'

const init = `#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /run /tmp /root /sbin /usr/bin /usr/sbin
/bin/busybox --install -s
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts
chmod 1777 /tmp
load() { for m in $(cat /lib/modules/$1); do insmod /lib/modules/$m.ko; done; }
load first
dmesg -n 1
hostname -F /etc/hostname
ip link set lo up
sh /etc/range/network
for p in /sys/class/virtio-ports/*; do
  case "$(cat $p/name 2>/dev/null)" in
    org.qemu.guest_agent.0) agent=/dev/\${p##*/} ;;
    ${filesPort}) files=/dev/\${p##*/} ;;
  esac
done
[ "$agent" ] && setsid sh /lib/range/agent $agent $files </dev/null >/dev/null 2>&1 &
load later >/dev/null 2>&1 &
[ -f /etc/range/start ] && sh /etc/range/start
while :; do setsid sh -c 'exec sh -l </dev/tty1 >/dev/tty1 2>&1'; done &
while :; do setsid cttyhack sh -l; done
`

/** The part of the guest agent's protocol that the driver speaks, one request a line. */
const agent = `dev=$1 files=$2
exec 3<>"$dev"
say() { printf '%s\\n' "$1" >&3; }
word() { printf '%s' "$1" | sed -n 's/.*"'$2'" *: *"\\([^"]*\\)".*/\\1/p'; }
number() { printf '%s' "$1" | sed -n 's/.*"'$2'" *: *\\([0-9]*\\).*/\\1/p'; }
# in memory there is room for what leaves the programs some
fits() {
  case "$(stat -f -c %T "\${target%/*}/")" in tmpfs|ramfs) ;; *) return 0 ;; esac
  [ $(($1 / 1024 + 12288)) -lt "$(sed -n 's/^MemAvailable: *\\([0-9]*\\).*/\\1/p' /proc/meminfo)" ]
}
target=; mode=r
while :; do
  read -r line <&3 || { sleep 1; continue; }
  case "$line" in
    *'"guest-sync"'*) say "{\\"return\\": $(number "$line" id)}" ;;
    *'"guest-ping"'*) say '{"return": {}}' ;;
    *'"guest-file-open"'*)
      target=$(word "$line" path); mode=$(word "$line" mode)
      case "$mode" in
        w*) if mkdir -p "\${target%/*}/" 2>/dev/null && : >"$target.part"; then say '{"return": 1}'
            else say '{"error": {"class": "GenericError", "desc": "cannot be written"}}'; fi ;;
        *) if [ -r "$target" ]; then say '{"return": 1}'
           else say '{"error": {"class": "GenericError", "desc": "cannot be read"}}'; fi ;;
      esac ;;
    *'"range-file-expect"'*)
      cat <"$files" >/dev/null
      if fits "$(number "$line" bytes)"; then say '{"return": {}}'
      else rm -f "$target.part"; say '{"error": {"class": "GenericError", "desc": "no space left on device"}}'; fi ;;
    *'"range-file-receive"'*)
      n=$(number "$line" bytes)
      if ! dd if="$files" of="$target.part" bs=65536 iflag=fullblock,count_bytes count=$n 2>/dev/null; then
        rm -f "$target.part"; say '{"error": {"class": "GenericError", "desc": "no space left on device"}}'
      elif [ "$(stat -c %s "$target.part")" != "$n" ]; then
        rm -f "$target.part"; say '{"error": {"class": "GenericError", "desc": "cut off"}}'
      else say '{"return": {}}'; fi ;;
    *'"guest-file-read"'*)
      say "{\\"return\\": {\\"count\\": 0, \\"eof\\": true, \\"buf-b64\\": \\"$(base64 -w 0 "$target")\\"}}" ;;
    *'"guest-file-close"'*)
      case "$mode" in w*) mv "$target.part" "$target" ;; esac
      say '{"return": {}}' ;;
    *'"guest-shutdown"'*) sync; poweroff -f ;;
    *'"guest-exec"'*)
      args=$(printf '%s' "$line" | sed -n 's/.*"arg" *: *\\[\\([^]]*\\)\\].*/\\1/p' | tr -d '"' | tr ',' ' ')
      case "$(word "$line" path)" in
        chmod|mkdir|stty) if "$(word "$line" path)" $args; then say '{"return": {"pid": 1}}'
               else say '{"error": {"class": "GenericError", "desc": "cannot be changed"}}'; fi ;;
        *) say '{"error": {"class": "CommandNotFound", "desc": "not in this system"}}' ;;
      esac ;;
    *) say '{"error": {"class": "CommandNotFound", "desc": "not in this system"}}' ;;
  esac
done
`

export interface Boot {
  kernel: string
  /** The system, packed once; what a node adds follows it in the same file. */
  system: Buffer
  /** Whether its kernel has drivers for USB; those for clouds have none. */
  usb: boolean
}
export type BootFound = { ok: true; boot: Boot } | { ok: false; reason: 'no_kernel' | 'no_busybox' | 'no_modules' }

/** The newest kernel under `root` that has its modules beside it. */
async function kernelOf(root: string): Promise<{ kernel: string; drivers: string } | undefined> {
  const names = await fs.readdir(path.join(root, 'boot')).catch(() => [])
  const versions = names.filter((n) => n.startsWith('vmlinuz-')).map((n) => n.slice('vmlinuz-'.length))
  for (const v of versions.sort().reverse()) {
    const drivers = path.join(root, 'lib/modules', v, 'kernel/drivers')
    const there = await fs.access(drivers).then(
      () => true,
      () => false,
    )
    if (there) return { kernel: path.join(root, 'boot', `vmlinuz-${v}`), drivers: path.dirname(drivers) }
  }
  return undefined
}

/** Whether a program needs others: an ELF file with an interpreter (PT_INTERP is 3) does. */
function alone(elf: Buffer): boolean {
  if (elf.readUInt32BE(0) !== 0x7f454c46 || elf[4] !== 2) return false
  const [at, size, count] = [Number(elf.readBigUInt64LE(32)), elf.readUInt16LE(54), elf.readUInt16LE(56)]
  return !Array.from({ length: count }, (_, i) => elf.readUInt32LE(at + i * size)).includes(3)
}

/**
 * Looks for what a small Linux is made of.
 * @param root folder that holds `boot/` and `lib/modules/` of a Linux, `/` for this machine's own
 */
export async function findBoot(root: string): Promise<BootFound> {
  const kernel = await kernelOf(root)
  if (!kernel) return { ok: false, reason: 'no_kernel' }
  let busybox: Buffer | undefined
  for (const at of ['bin/busybox', 'usr/bin/busybox'].flatMap((p) => [path.join(root, p), `/${p}`])) {
    const bytes = await fs.readFile(at).catch(() => undefined)
    if (bytes && alone(bytes)) busybox ??= bytes
  }
  if (!busybox) return { ok: false, reason: 'no_busybox' }
  const files = await modulesIn(kernel.drivers)
  // a kernel with compressed or built-in drivers: the card's own must be one or the other
  if (!files.has('virtio_net')) return { ok: false, reason: 'no_modules' }
  const now = await withNeeds(files, first)
  const later = await withNeeds(files, [...usb, ...rare], now)
  const list = (all: readonly Module[]) => `${all.map((m) => m.name).join('\n')}\n`
  const entries: CpioEntry[] = [
    folder('bin'),
    folder('proc'),
    folder('sys'),
    folder('dev'),
    file('bin/busybox', busybox, 0o755),
    file('init', init, 0o755),
    file('lib/range/agent', agent, 0o755),
    file('etc/passwd', 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n'),
    file('etc/group', 'root:x:0:\nnogroup:x:65534:\n'),
    file('etc/profile', "export PATH=/bin:/sbin:/usr/bin:/usr/sbin HOME=/root TERM=xterm PS1='\\u@\\h:\\w\\$ '\ncd\n"),
  ]
  entries.push(file('lib/modules/first', list(now)), file('lib/modules/later', list(later)))
  for (const { name, bytes } of [...now, ...later]) entries.push(file(`lib/modules/${name}.ko`, bytes))
  const packed = gzipSync(cpio(entries), { level: 1 })
  // an archive that follows a packed one begins at a multiple of four
  const system = Buffer.concat([packed, Buffer.alloc((4 - (packed.length % 4)) % 4)])
  return { ok: true, boot: { kernel: kernel.kernel, system, usb: files.has('xhci_pci') } }
}
