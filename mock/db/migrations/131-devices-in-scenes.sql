-- USB devices in running nodes: each in one at a time.
create table usb_plug (
  device_id text collate "C" primary key,
  scene_id text collate "C" not null references scene on delete cascade,
  node_id text collate "C" not null,
  -- plugging, plugged
  state text collate "C" not null,
  at timestamptz not null,
  by_id text collate "C" not null,
  by_name text not null
);
create index usb_plug_by_scene on usb_plug (scene_id, node_id);

-- The same as the simulated hypervisor has it.
create table sim_usb (
  scene text collate "C" not null,
  node text collate "C" not null,
  device text collate "C" not null,
  about jsonb not null,
  at timestamptz not null,
  primary key (scene, device),
  foreign key (scene, node) references sim_node on delete cascade
);

-- Physical devices that a scene is wired to: it has them until it is over.
create table scene_device (
  scene_id text collate "C" not null references scene on delete cascade,
  device_id text collate "C" not null,
  node_name text not null,
  primary key (scene_id, device_id)
);
create index scene_device_by_device on scene_device (device_id);
