-- Who opens the console of a node. Scenes made before say it as their drawing is read: a machine or a container everybody sees, with
-- nothing in it to be found or attacked, is a workplace; what holds a flag or a service is its leaders'.
alter table scene_node add column console text collate "C" not null default 'leaders';
update scene_node n set console = 'everybody'
from scene s cross join lateral jsonb_array_elements(s.document -> 'nodes') d
where s.id = n.scene_id and d ->> 'id' = n.node_id and n.visibility = 'everybody' and n.kind in ('machine', 'container')
  and jsonb_array_length(coalesce(d -> 'flags', '[]')) = 0 and jsonb_array_length(coalesce(d -> 'service_ids', '[]')) = 0;
