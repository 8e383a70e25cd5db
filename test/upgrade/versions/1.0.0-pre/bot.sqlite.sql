create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
insert into "kysely_migration_lock" ("id", "is_locked") values ('migration_lock', 0);
create table "lane" ("lane" text primary key, "kind" text not null, "pending" bigint not null, "run_at" bigint not null, "lease_until" bigint not null, "token" bigint not null, "attempts" bigint not null, "parked" text);
create table "job" ("seq" integer primary key autoincrement, "lane" text not null, "kind" text not null, "unique_key" text, "payload" text not null, "state" text not null, "run_at" bigint not null, "created_at" bigint not null, "settled_at" bigint, "attempts" bigint not null, "last_error" text);
create index lane_due on lane (kind, run_at) where pending > 0 and parked is null;
create index job_waiting on job (lane, seq) where state = 'waiting';
create index job_open on job (kind, state, created_at) where state <> 'done';
create unique index job_unique on job (kind, unique_key) where unique_key is not null;
insert into "kysely_migration" ("name", "timestamp") values ('0001-lanes', '2026-11-22T17:37:34.308Z');
create index job_done on job (settled_at) where state = 'done';
insert into "kysely_migration" ("name", "timestamp") values ('0002-lanes-done', '2026-11-22T17:37:34.309Z');
alter table "lane" add column "waits_since" bigint default 0 not null;
insert into "kysely_migration" ("name", "timestamp") values ('0003-lanes-waits', '2026-11-22T17:37:34.310Z');
create table inbox (id integer primary key, dedupe_key text not null unique, event_name text not null,
        object_uuid text, project_uuid text, body text not null, received_at bigint not null, state text not null,
        outcome text, handled_at bigint);
create index inbox_state on inbox (state, id);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-1-inbox', '2026-11-22T17:37:34.311Z');
create table subscription (channel text not null, scope text not null, target text not null,
        label text not null, events text not null, created_by text not null, created_at bigint not null,
        paused_at bigint, paused_reason text,
        constraint subscription_key primary key (channel, scope, target));
create index subscription_target on subscription (scope, target);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-2-subscription', '2026-11-22T17:37:34.312Z');
create table known_project (uuid text primary key, name text not null, account_name text,
        internal_url text, portal_url text, seen_at bigint not null);
create table known_task (uuid text primary key, project_uuid text not null, name text not null,
        is_internal integer, deleted_at bigint, seen_at bigint not null);
create index known_task_project on known_task (project_uuid);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-3-known', '2026-11-22T17:37:34.313Z');
create table delivery (id integer primary key, uuid text not null unique, channel text not null,
        kind text not null, object_uuid text not null, op text not null, on_kind text, on_uuid text,
        facts text not null, inbox_id bigint, state text not null, attempted_at bigint, ts text, error text,
        created_at bigint not null, settled_at bigint,
        constraint delivery_once unique (channel, kind, object_uuid));
create index delivery_object on delivery (kind, object_uuid);
create index delivery_message on delivery (channel, ts);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-4-delivery', '2026-11-22T17:37:34.314Z');
create table reply (id integer primary key, source text not null unique, channel text not null,
        ts text, thread_ts text, user_id text not null, task_uuid text not null, text text not null,
        files text not null default '[]', state text not null, error text, request_id text,
        created_at bigint not null, settled_at bigint);
create table reply_comment (reply_id bigint not null, part integer not null, task_uuid text not null,
        body text not null, state text not null, attempted_at bigint, comment_uuid text,
        constraint reply_comment_key primary key (reply_id, part));
create index reply_comment_uuid on reply_comment (comment_uuid);
create index reply_comment_task on reply_comment (task_uuid, state);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-5-reply', '2026-11-22T17:37:34.315Z');
create table setting (key text primary key, value text not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-6-setting', '2026-11-22T17:37:34.316Z');
create table known_module (uuid text primary key, project_uuid text not null, progress integer not null);
create index delivery_target on delivery (channel, on_uuid);
create index delivery_recent on delivery (channel, created_at);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-7-burst', '2026-11-22T17:37:34.317Z');
create table project_request (id integer primary key, source text not null unique,
        user_id text not null, project_name text not null, form text not null, state text not null,
        lane text not null, external_id text not null, tries integer not null, project_uuid text, error text,
        request_id text, attempted_at bigint, created_at bigint not null, settled_at bigint);
create index project_request_project on project_request (project_uuid);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-8-project-request', '2026-11-22T17:37:34.318Z');
alter table subscription add column shared_when_made bigint not null default 0;
alter table subscription add column confirmed_at bigint not null default 0;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-9-audience', '2026-11-22T17:37:34.319Z');
create table channel_setting (channel text primary key, settings text not null, changed_by text not null,
        changed_at bigint not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-a-channel-setting', '2026-11-22T17:37:34.320Z');
create table channel_filter (channel text primary key, filters text not null, changed_by text not null,
        changed_at bigint not null);
create table channel_mute (channel text primary key, muted_until bigint, muted_by text not null,
        muted_at bigint not null);
create table module_name (project_uuid text not null, name text not null, seen_at bigint not null,
        constraint module_name_key primary key (project_uuid, name));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c1-channel-filter', '2026-11-22T17:37:34.321Z');
alter table subscription add column account_id text;
alter table subscription add column account_lost_at bigint;
alter table known_project add column account_id text;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c2-account', '2026-11-22T17:37:34.322Z');
create table home_viewer (user_id text primary key, opened_at bigint not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c3-home-viewer', '2026-11-22T17:37:34.323Z');
alter table known_task add column module_name text;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c4-task-module', '2026-11-22T17:37:34.324Z');
create table held_post (id integer primary key, delivery_id bigint not null unique,
        channel text not null, released integer not null, held_at bigint not null);
create index held_post_channel on held_post (channel, id);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-1-held-post', '2026-11-22T17:37:34.325Z');
create table task_state (uuid text primary key, project_uuid text not null, completed integer not null,
        done_at bigint, due_date text, assignee_name text, assigned_at bigint, seen_at bigint not null);
create index task_state_project on task_state (project_uuid);
create table comment_state (uuid text primary key, task_uuid text not null, project_uuid text not null,
        by_customer integer not null, at bigint not null, seen_at bigint not null);
create index comment_state_task on comment_state (task_uuid, at);
create index comment_state_project on comment_state (project_uuid, seen_at);
create table project_state (uuid text primary key, next_task_uuid text, last_event text, last_by text,
        last_at bigint);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-2-digest', '2026-11-22T17:37:34.326Z');
create table channel_digest (channel text primary key, since bigint not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-3-channel-digest', '2026-11-22T17:37:34.327Z');
create table live_card (channel text not null, project_uuid text not null, pinned_by text not null,
        pinned_at bigint not null, shared_when_made integer not null, shown text,
        constraint live_card_key primary key (channel, project_uuid));
create index live_card_project on live_card (project_uuid);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-4-live-card', '2026-11-22T17:37:34.328Z');
create table person_link (tracker_uuid text primary key, slack_user text, set_by text not null,
        set_at bigint not null);
create index person_link_slack on person_link (slack_user);
create table receipt (channel text not null, thread_ts text not null, user_id text not null,
        readers text not null, told_at bigint not null,
        constraint receipt_key primary key (channel, thread_ts, user_id));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-f1-people', '2026-11-22T17:37:34.329Z');
create index inbox_handled on inbox (handled_at);
create index reply_settled on reply (settled_at);
create index delivery_settled on delivery (settled_at);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-f2-retention', '2026-11-22T17:37:34.330Z');
create index inbox_project on inbox (project_uuid, id);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-f3-inbox-project', '2026-11-22T17:37:34.331Z');
create table known_comment (uuid text primary key, task_uuid text not null, author_name text not null,
        text text not null, replied_to_uuid text, created_at bigint not null, edited_at bigint, deleted_at bigint);
create index known_comment_task on known_comment (task_uuid, created_at);
create index reply_task on reply (task_uuid, created_at);
create table work_object_view (user_id text not null, ref text not null, channel text not null,
        seen_at bigint not null, constraint work_object_view_key primary key (user_id, ref));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-work-objects', '2026-11-22T17:37:34.332Z');
create table known_project_merged (uuid text primary key, name text, account_name text, account_id text, internal_url text,
  portal_url text, next_task_uuid text, last_event text, last_by text, last_at bigint);
insert into known_project_merged select coalesce(known.uuid, state.uuid), name, account_name, account_id, internal_url, portal_url, next_task_uuid, last_event, last_by, last_at
    from known_project known full join project_state state on state.uuid = known.uuid;
drop table known_project;
drop table project_state;
alter table known_project_merged rename to known_project;
create table known_task_merged (uuid text primary key, project_uuid text not null, name text, is_internal integer, module_name text,
  deleted_at bigint, completed integer, done_at bigint, due_date text, assignee_name text, assigned_at bigint,
  seen_at bigint not null);
insert into known_task_merged select coalesce(known.uuid, state.uuid), coalesce(known.project_uuid, state.project_uuid), name, is_internal, module_name, deleted_at, completed,
        done_at, due_date, assignee_name, assigned_at, coalesce(known.seen_at, state.seen_at)
    from known_task known full join task_state state on state.uuid = known.uuid;
drop table known_task;
drop table task_state;
alter table known_task_merged rename to known_task;
create index known_task_project on known_task (project_uuid);
create table known_comment_merged (uuid text primary key, task_uuid text not null, author_name text, text text, replied_to_uuid text,
  created_at bigint not null, edited_at bigint, deleted_at bigint, project_uuid text, by_customer integer,
  heard_at bigint);
insert into known_comment_merged select coalesce(known.uuid, state.uuid), coalesce(known.task_uuid, state.task_uuid), author_name, text, replied_to_uuid,
        coalesce(known.created_at, state.at), edited_at, deleted_at, state.project_uuid, by_customer, state.seen_at
    from known_comment known full join comment_state state on state.uuid = known.uuid;
drop table known_comment;
drop table comment_state;
alter table known_comment_merged rename to known_comment;
create index known_comment_task on known_comment (task_uuid, created_at);
create index known_comment_project on known_comment (project_uuid, heard_at);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-1-one-table-a-noun', '2026-11-22T17:37:34.333Z');
drop table channel_filter;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-2-one-channel-setting', '2026-11-22T17:37:34.334Z');
create table hook_secret (target text not null, event text not null, secret text not null,
        kept_until bigint, constraint hook_secret_key primary key (target, event, secret));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-hook-secret', '2026-11-22T17:37:34.335Z');
alter table reply add column doubt text;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-reply-doubt', '2026-11-22T17:37:34.336Z');
alter table "reply" add column "sign" text;
update reply set state = 'stored' where state = 'sending';
update reply set sign = case when state in ('stored', 'unknown') then 'hourglass_flowing_sand' else 'warning' end
    where ts is not null and state <> 'done';
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-reply-sign', '2026-11-22T17:37:34.337Z');
create index reply_owed on reply (id) where sign = 'owed';
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-reply-sign-owed', '2026-11-22T17:37:34.338Z');
insert into "channel_digest" ("channel", "since") values (1, 1);
insert into "channel_mute" ("channel", "muted_until", "muted_by", "muted_at") values (1, 1, 1, 1);
insert into "channel_setting" ("channel", "settings", "changed_by", "changed_at") values (1, 1, 1, 1);
insert into "delivery" ("id", "uuid", "channel", "kind", "object_uuid", "op", "on_kind", "on_uuid", "facts", "inbox_id", "state", "attempted_at", "ts", "error", "created_at", "settled_at") values (1, 'a7670c2f45cfd642fe8a6aaeaefb3aa8', 'C0ACME', 'project_card', '56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'post', null, null, '{"uuid":"56fbf3e3-ab0c-5735-b03a-c21ad3368f3c","name":"Acme Corp – Standard Onboarding","accountName":"Acme Corp","ownerName":"Dana Smith","state":"Active","status":"In progress","percentage":14,"overdue":false,"startDate":"2026-11-13","dueDate":"2026-12-18","url":"http://127.0.0.1:42061/projects/56fbf3e3-ab0c-5735-b03a-c21ad3368f3c"}', null, 'waiting', null, null, null, 1795369051262, null);
insert into "delivery" ("id", "uuid", "channel", "kind", "object_uuid", "op", "on_kind", "on_uuid", "facts", "inbox_id", "state", "attempted_at", "ts", "error", "created_at", "settled_at") values (2, 'fe48cebfcc98b4ea5f0b49e023142a68', 'C0GLOBEX', 'task_card', '9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', 'post', null, null, '{"uuid":"9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c","name":"Hold the kickoff call","projectName":"Globex – Upgrade","moduleName":"Kickoff","status":"Not started","dueDate":"2096-11-26","url":"http://127.0.0.1:42061/projects/a2dfba24-a50a-40a5-af18-e35ecccc0cf0","internal":false,"existedBefore":true,"deleted":false}', 2, 'posted', 1795369052322, '1795369052.349000', null, 1795369052303, 1795369052352);
insert into "delivery" ("id", "uuid", "channel", "kind", "object_uuid", "op", "on_kind", "on_uuid", "facts", "inbox_id", "state", "attempted_at", "ts", "error", "created_at", "settled_at") values (3, 'b41d431190cfd7f08a06073953a5ecac', 'C0GLOBEX', 'comment', '85567126-5b49-4931-a84e-48bb58fa9ee8', 'post', 'task_card', '9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', '{"uuid":"85567126-5b49-4931-a84e-48bb58fa9ee8","authorName":"Robin Silva","text":"Where''s the \\ plan? ☕","createdAt":"2026-11-22T17:37:32.087Z","cutUrl":"http://127.0.0.1:42061/projects/a2dfba24-a50a-40a5-af18-e35ecccc0cf0"}', 2, 'posted', 1795369052357, '1795369052.364000', null, 1795369052303, 1795369052375);
insert into "held_post" ("id", "delivery_id", "channel", "released", "held_at") values (1, 1, 1, 1, 1);
insert into "home_viewer" ("user_id", "opened_at") values (1, 1);
insert into "hook_secret" ("target", "event", "secret", "kept_until") values ('63262e3d76b9e7d9d15dbc93', 'comment_new', 'whsec_dGVzdA==', null);
insert into "hook_secret" ("target", "event", "secret", "kept_until") values ('63262e3d76b9e7d9d15dbc93', 'comment_reply', 'whsec_dGVzdA==', null);
insert into "hook_secret" ("target", "event", "secret", "kept_until") values ('63262e3d76b9e7d9d15dbc93', 'project_completed', 'whsec_dGVzdA==', null);
insert into "inbox" ("id", "dedupe_key", "event_name", "object_uuid", "project_uuid", "body", "received_at", "state", "outcome", "handled_at") values (1, 'project_created|a2dfba24-a50a-40a5-af18-e35ecccc0cf0|2026-11-22T17:37:31.889Z', 'project_created', 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', '{"event_id":1,"event_name":"project_created","object_code":"PROJECT","object_name":"Globex – Upgrade","timestamp":"2026-11-22T17:37:31.889Z","modified":{"modified_at":"2026-11-22T17:37:31.889Z","modified_by":{"first_name":"API","last_name":"User","full_name":"API User","email_address":"api@vendor.example","vendor_name":"Northwind","is_customer":false,"is_active":true}},"payload":{"project":{"uuid":"a2dfba24-a50a-40a5-af18-e35ecccc0cf0","name":"Globex – Upgrade","description":"From the signed contract to the first working day, in five weeks. With a review after thirty days.","status":"Not started","owner_name":"Dana Smith","created_date":"2026-11-22T17:37:31.873Z","completed_date":null,"archived_date":null,"completed_by_name":null,"archived_by":null,"completion_progress":"0","customer_completion_progress":"0","project_duration":"70","internal_project_url":"http://127.0.0.1:42061/projects/a2dfba24-a50a-40a5-af18-e35ecccc0cf0","portal_project_url":"http://127.0.0.1:42061/portal/projects/a2dfba24-a50a-40a5-af18-e35ecccc0cf0","value":null,"account":{"uuid":"c6fe002d-3d86-5ca6-82a8-6da270875c25","name":"Globex"},"data_fields":[{"uuid":"3cda9379-8470-4435-b220-b14e78a0e300","name":"Contract value (USD)","value":null},{"uuid":"67b5232c-48a6-4334-8130-61efe9d8bef9","name":"Region","value":null},{"uuid":"3160195c-76c8-430d-b650-731047156a14","name":"Target go-live","value":null},{"uuid":"9cf4672d-44e2-4076-aeb4-bb000e783706","name":"Main contact phone","value":null}],"tags":[],"external_objects":[]}}}', 1795369052053, 'handled', 'no channel receives it', 1795369052150);
insert into "inbox" ("id", "dedupe_key", "event_name", "object_uuid", "project_uuid", "body", "received_at", "state", "outcome", "handled_at") values (2, 'comment_new|85567126-5b49-4931-a84e-48bb58fa9ee8|2026-11-22T17:37:32.088Z', 'comment_new', '85567126-5b49-4931-a84e-48bb58fa9ee8', 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', '{"event_id":14,"event_name":"comment_new","object_code":"COMMENT","object_name":"Where''s the \\ plan? ☕","timestamp":"2026-11-22T17:37:32.088Z","modified":{"modified_at":"2026-11-22T17:37:32.088Z","modified_by":{"first_name":"Robin","last_name":"Silva","full_name":"Robin Silva","email_address":"robin@globex.example","vendor_name":"Northwind","is_customer":true,"is_active":true}},"payload":{"comment":{"uuid":"85567126-5b49-4931-a84e-48bb58fa9ee8","created_by_uuid":"8a213247-b2bc-5f6e-be7b-75be2a6a456d","created_by_name":"Robin Silva","message_plain":"Where''s the \\ plan? ☕","message_rtf":"<p>Where&#39;s the \\ plan? ☕</p>","associated_object_uuid":"9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c","associated_object_type":"TASK","parent_object_uuid":"a2dfba24-a50a-40a5-af18-e35ecccc0cf0","parent_object_type":"PROJECT","replied_to_comment_uuid":null,"created_at":"2026-11-22T17:37:32.087Z","edited_at":null}}}', 1795369052115, 'handled', 'for 1 channel', 1795369052309);
insert into "inbox" ("id", "dedupe_key", "event_name", "object_uuid", "project_uuid", "body", "received_at", "state", "outcome", "handled_at") values (3, 'comment_new|04d262be-866d-41d1-8c4d-b9a6e31004fc|2026-11-22T17:37:32.540Z', 'comment_new', '04d262be-866d-41d1-8c4d-b9a6e31004fc', 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', '{"event_id":14,"event_name":"comment_new","object_code":"COMMENT","object_name":"Lee Wong (Slack): On Monday.","timestamp":"2026-11-22T17:37:32.540Z","modified":{"modified_at":"2026-11-22T17:37:32.540Z","modified_by":{"first_name":"API","last_name":"User","full_name":"API User","email_address":"api@vendor.example","vendor_name":"Northwind","is_customer":false,"is_active":true}},"payload":{"comment":{"uuid":"04d262be-866d-41d1-8c4d-b9a6e31004fc","created_by_uuid":"26dbe393-6e64-517e-a47f-50aad7b70d65","created_by_name":"API User","message_plain":"Lee Wong (Slack): On Monday.","message_rtf":"<p>Lee Wong (Slack): On Monday.</p>","associated_object_uuid":"9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c","associated_object_type":"TASK","parent_object_uuid":"a2dfba24-a50a-40a5-af18-e35ecccc0cf0","parent_object_type":"PROJECT","replied_to_comment_uuid":null,"created_at":"2026-11-22T17:37:32.540Z","edited_at":null}}}', 1795369052553, 'dropped', 'own comment', 1795369052654);
insert into "job" ("seq", "lane", "kind", "unique_key", "payload", "state", "run_at", "created_at", "settled_at", "attempts", "last_error") values (1, 'reconcile:daily', 'reconcile', '2026-11-23', '{"day":"2026-11-23"}', 'waiting', 1795399200000, 1795369049943, null, 0, null);
insert into "job" ("seq", "lane", "kind", "unique_key", "payload", "state", "run_at", "created_at", "settled_at", "attempts", "last_error") values (2, 'retention:daily', 'retention', '2026-11-23', '{"day":"2026-11-23"}', 'waiting', 1795406400000, 1795369049945, null, 0, null);
insert into "job" ("seq", "lane", "kind", "unique_key", "payload", "state", "run_at", "created_at", "settled_at", "attempts", "last_error") values (3, 'hook-subscription:63262e3d76b9e7d9d15dbc93', 'hook-subscription', '63262e3d76b9e7d9d15dbc93:comment_new', '{"event":"comment_new"}', 'done', 0, 1795369049948, 1795369050085, 1, null);
insert into "known_comment" ("uuid", "task_uuid", "author_name", "text", "replied_to_uuid", "created_at", "edited_at", "deleted_at", "project_uuid", "by_customer", "heard_at") values ('85567126-5b49-4931-a84e-48bb58fa9ee8', '9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', 'Robin Silva', 'Where''s the \ plan? ☕', null, 1795369052087, null, null, 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 1, 1795369052304);
insert into "known_comment" ("uuid", "task_uuid", "author_name", "text", "replied_to_uuid", "created_at", "edited_at", "deleted_at", "project_uuid", "by_customer", "heard_at") values ('04d262be-866d-41d1-8c4d-b9a6e31004fc', '9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', 'API User', 'Lee Wong (Slack): On Monday.', null, 1795369052540, null, null, 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 0, 1795369052654);
insert into "known_module" ("uuid", "project_uuid", "progress") values (1, 1, 1);
insert into "known_project" ("uuid", "name", "account_name", "account_id", "internal_url", "portal_url", "next_task_uuid", "last_event", "last_by", "last_at") values ('56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'Acme Corp – Standard Onboarding', 'Acme Corp', '9308b5f1-f6de-50b3-9b33-27714bb1c865', 'http://127.0.0.1:42061/projects/56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'http://127.0.0.1:42061/portal/projects/56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', null, null, null, null);
insert into "known_project" ("uuid", "name", "account_name", "account_id", "internal_url", "portal_url", "next_task_uuid", "last_event", "last_by", "last_at") values ('a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 'Globex – Upgrade', 'Globex', 'c6fe002d-3d86-5ca6-82a8-6da270875c25', 'http://127.0.0.1:42061/projects/a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 'http://127.0.0.1:42061/portal/projects/a2dfba24-a50a-40a5-af18-e35ecccc0cf0', null, 'project_completed', 'Dana Smith', 1795369052629);
insert into "known_task" ("uuid", "project_uuid", "name", "is_internal", "module_name", "deleted_at", "completed", "done_at", "due_date", "assignee_name", "assigned_at", "seen_at") values ('9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', 'a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 'Hold the kickoff call', 0, 'Kickoff', null, 0, null, '2096-11-26', null, null, 1795369052304);
insert into "lane" ("lane", "kind", "pending", "run_at", "lease_until", "token", "attempts", "parked", "waits_since") values ('reconcile:daily', 'reconcile', 1, 1795399200000, 0, 0, 0, null, 0);
insert into "lane" ("lane", "kind", "pending", "run_at", "lease_until", "token", "attempts", "parked", "waits_since") values ('retention:daily', 'retention', 1, 1795406400000, 0, 0, 0, null, 0);
insert into "lane" ("lane", "kind", "pending", "run_at", "lease_until", "token", "attempts", "parked", "waits_since") values ('hook-subscription:63262e3d76b9e7d9d15dbc93', 'hook-subscription', 0, 0, 0, 2, 0, null, 0);
insert into "live_card" ("channel", "project_uuid", "pinned_by", "pinned_at", "shared_when_made", "shown") values (1, 1, 1, 1, 1, 1);
insert into "module_name" ("project_uuid", "name", "seen_at") values ('a2dfba24-a50a-40a5-af18-e35ecccc0cf0', 'Kickoff', 1795369052304);
insert into "person_link" ("tracker_uuid", "slack_user", "set_by", "set_at") values (1, 1, 1, 1);
insert into "project_request" ("id", "source", "user_id", "project_name", "form", "state", "lane", "external_id", "tries", "project_uuid", "error", "request_id", "attempted_at", "created_at", "settled_at") values (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
insert into "receipt" ("channel", "thread_ts", "user_id", "readers", "told_at") values ('C0GLOBEX', '1795369052.349000', 'U0LEE', 'customers', 1795369052489);
insert into "reply" ("id", "source", "channel", "ts", "thread_ts", "user_id", "task_uuid", "text", "files", "state", "error", "request_id", "created_at", "settled_at", "doubt", "sign") values (1, 'C0GLOBEX:1795369052.411000', 'C0GLOBEX', '1795369052.411000', '1795369052.349000', 'U0LEE', '9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', 'On Monday.', '[]', 'done', null, null, 1795369052434, 1795369052547, null, null);
insert into "reply_comment" ("reply_id", "part", "task_uuid", "body", "state", "attempted_at", "comment_uuid") values (1, 0, '9fcbfa79-13d8-41f3-9ccd-6a28ffa9500c', 'Lee Wong (Slack): On Monday.', 'done', 1795369052490, '04d262be-866d-41d1-8c4d-b9a6e31004fc');
insert into "setting" ("key", "value") values ('instance_key', 'f3b6681e-40a9-40a1-9797-e0c28c91ec2d');
insert into "setting" ("key", "value") values ('heard_at', '1795369049945');
insert into "setting" ("key", "value") values ('api_user_uuid', '26dbe393-6e64-517e-a47f-50aad7b70d65');
insert into "subscription" ("channel", "scope", "target", "label", "events", "created_by", "created_at", "paused_at", "paused_reason", "shared_when_made", "confirmed_at", "account_id", "account_lost_at") values ('C0ACME', 'project', '56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'Acme Corp – Standard Onboarding', 'null', 'U0DANA', 1795369051262, null, null, 0, 1795369051262, null, null);
insert into "subscription" ("channel", "scope", "target", "label", "events", "created_by", "created_at", "paused_at", "paused_reason", "shared_when_made", "confirmed_at", "account_id", "account_lost_at") values ('C0GLOBEX', 'account', 'Globex', 'Globex', '["project_created","project_updated","project_completed","project_archived","project_invitation","task_created","task_updated","task_completed","task_deleted","subtask_created","subtask_updated","subtask_completed","subtask_deleted","comment_new","comment_reply","comment_mention","comment_updated","comment_deleted","module_created","module_updated","module_deleted"]', 'U0DANA', 1795369052187, null, null, 0, 1795369052187, 'c6fe002d-3d86-5ca6-82a8-6da270875c25', null);
insert into "work_object_view" ("user_id", "ref", "channel", "seen_at") values (1, 1, 1, 1);
