import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CompanionKind } from './companionKind.ts';
import type { AddressLine, PrintedAddresses } from './addresses/addresses.ts';
import type { OnRoute } from './access/authorisation.ts';
import type { CertificateMaker } from './http/secure/openCertificate.ts';
import type { ServerStatus } from '#contract/server/schemas.ts';
import type { TypedApp } from './http/typedApp.ts';
import type { ShellPart } from './http/pages/shellParts.ts';
import type { Listening } from './listening.ts';
import type { MadeKind } from './madeThings.ts';
import type { Metric } from './metric.ts';
import type { OverviewPart } from './overviewPart.ts';
import type { ReadinessCheck } from './readinessCheck.ts';
import { OrderedSlot, Slot } from './slot.ts';
import type { WatchedKind } from './watched.ts';

/** A photo that was not in its album before: uploaded, sent by a guest, or taken from a source or a folder. */
export interface AddedPhoto {
  albumId: string;
  /** The name of the photo within its album. */
  filename: string;
  /** Sent by a guest, and shown only once somebody approves it. */
  waits: boolean;
}

interface Joined {
  /** Whether there was no other server on the database when this one started. */
  isAlone: boolean;
}

/**
 * The lists that subjects fill. Their owners read them when all subjects are open, and never know who filled them: a
 * subject that is not there adds nothing.
 */
export interface Slots {
  /** Called when the server has joined the others on its database, before it is made. Owner: the app. */
  starts: Slot<(joined: Joined) => Promise<void>>;
  /** Loads what the running server has in memory, before any route is there. Owner: the app. */
  loads: Slot<(app: TypedApp) => Promise<void>>;
  /** Registers routes, in the scope of pages and calls. Owner: the app. */
  routes: Slot<(app: TypedApp) => void | Promise<void>>;
  /** Registers routes that need none of the hooks of pages and calls. Owner: the app. */
  bareRoutes: Slot<(app: TypedApp) => void | Promise<void>>;
  /** Responds to a request before the router, and returns true; or false. Owner: the app. */
  firstResponses: Slot<(request: IncomingMessage, response: ServerResponse) => boolean>;
  /** Starts work that no request asks for, once all routes are there; `onClose` of the app ends it. Owner: the app. */
  jobs: Slot<(app: TypedApp, joined: Joined) => void | Promise<void>>;
  /** Pages and files of the build that are not the app's own, and what single pages may load. Owner: the app's shell. */
  shell: Slot<ShellPart>;
  /** Makes a certificate for the server where the settings ask for one; the first counts. Owner: the core. */
  certificates: Slot<CertificateMaker>;
  /** Takes part in the start of the server that people reach. Owner: serve.ts. */
  listening: Slot<Listening>;
  /** Returns a line that is printed with the addresses of the server; undefined: none now. Owner: serve.ts. */
  addressLines: Slot<(addresses: PrintedAddresses) => Promise<AddressLine | undefined>>;
  /** Closes what a subject has opened, after the last response; the last one opened is closed first. */
  closing: Slot<() => void | Promise<void>>;
  /** Called with each route before it is registered, and may add hooks to it. Owner: the app. */
  eachRoute: Slot<OnRoute>;
  /** Called with a tablet's id when its settings have changed. Owner: whoever changes them. */
  tabletChanges: Slot<(tabletId: string) => void>;
  /** Called with the id of each tablet from which a call comes. Owner: the check of credentials. */
  tabletsSeen: Slot<(tabletId: string) => Promise<void>>;
  /**
   * Called by the server that stored a photo, once its row is there and before the response to whoever sent it.
   * Owner: photos.
   */
  photosAdded: Slot<(photo: AddedPhoto) => void>;
  /** The kinds of things that people make, in the order in which they are ended. Owner: users. */
  madeThings: OrderedSlot<MadeKind>;
  /** Makes the kinds of things whose conditions are reported to people, in the order of the reports. Owner: alerts. */
  watched: OrderedSlot<() => WatchedKind>;
  /** Find the reasons why the server is not ready, in the order of the response. Owner: readiness. */
  readinessChecks: OrderedSlot<ReadinessCheck>;
  /** Read parts of the server's status for admins. Owner: readiness. */
  statusParts: Slot<() => Promise<Partial<ServerStatus>>>;
  /** The numbers on the start page of the administration. Owner: home. */
  overview: OrderedSlot<OverviewPart>;
  /** Numbers for programs that watch the server, in the order in which they are written. Owner: metrics. */
  metrics: OrderedSlot<Metric>;
  /** Find the folders into which the server copies the library, and from which nothing is imported. Owner: sources. */
  copyFolders: Slot<() => Promise<string | undefined>>;
  /** The kinds of files that are stored beside photos, with their lifetime and visibility. Owner: photos. */
  companions: Slot<CompanionKind>;
  /** Finds the codes of troubles that are reported to people although the server is ready. Owner: readiness. */
  otherTroubles: Slot<() => Promise<readonly string[]>>;
}

export function emptySlots(): Slots {
  return {
    starts: new Slot(),
    loads: new Slot(),
    routes: new Slot(),
    bareRoutes: new Slot(),
    firstResponses: new Slot(),
    jobs: new Slot(),
    shell: new Slot(),
    certificates: new Slot(),
    listening: new Slot(),
    addressLines: new Slot(),
    closing: new Slot(),
    eachRoute: new Slot(),
    tabletChanges: new Slot(),
    tabletsSeen: new Slot(),
    photosAdded: new Slot(),
    madeThings: new OrderedSlot(),
    watched: new OrderedSlot(),
    readinessChecks: new OrderedSlot(),
    statusParts: new Slot(),
    overview: new OrderedSlot(),
    metrics: new OrderedSlot(),
    copyFolders: new Slot(),
    companions: new Slot(),
    otherTroubles: new Slot(),
  };
}
