// Made from openapi/staff.json by npm run generate; edits are overwritten.

/** By operationId: the body of the request and of the answer, where they are JSON. */
export type Operations = {
  readonly 'access.change-staff': {
    readonly body: {
      readonly role?: 'caller' | 'lead' | 'administrator' | 'agent';
      readonly disabled?: boolean;
      readonly identity_bound?: false;
      readonly languages?: readonly ('es')[];
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'access.confirm-password': {
    readonly body: {
      readonly password: string;
    };
    readonly response: {
      readonly fresh_until: string;
    };
  };
  readonly 'access.create-partner-key': {
    readonly body: {
      readonly livemode: boolean;
      readonly role?: 'full' | 'read_only';
      readonly label?: string;
      readonly expires_at?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.key';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly key_prefix: string;
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly last_used_address: string | null;
      readonly allowed_addresses: readonly string[];
      readonly replaced_by: string | null;
      readonly key: string;
    };
  };
  readonly 'access.end-sessions': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'access.get-staff-me': {
    readonly response: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly role: 'caller' | 'lead' | 'administrator';
      readonly time_zone: string;
      readonly session: {
        readonly id: string;
        readonly method: 'oidc' | 'password';
        readonly created_at: string;
        readonly idle_expires_at: string;
        readonly expires_at: string;
        readonly fresh_until: string | null;
        readonly previous_sign_in_at: string | null;
        readonly failed_tries: number;
        readonly failed_networks: number;
      } | null;
      readonly csrf: {
        readonly origin: string;
        readonly content_type: string;
      };
    };
  };
  readonly 'access.invite-staff': {
    readonly body: {
      readonly email: string;
      readonly name: string;
      readonly role?: 'caller' | 'lead' | 'administrator';
    };
    readonly response: {
      readonly id: string;
      readonly setup_expires_at: string;
    };
  };
  readonly 'access.list-colleagues': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.list-credentials': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.signed_credential';
        readonly livemode: boolean;
        readonly role: 'full' | 'read_only';
        readonly label: string | null;
        readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
        readonly status: 'pending' | 'active' | 'revoked';
        readonly challenge_expires_at: string | null;
        readonly created_at: string;
        readonly activated_at: string | null;
        readonly revoked_at: string | null;
        readonly last_used_at: string | null;
        readonly replaced_by: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.list-partner-keys': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.key';
        readonly livemode: boolean;
        readonly role: 'full' | 'read_only';
        readonly label: string | null;
        readonly key_prefix: string;
        readonly status: 'active' | 'expired' | 'revoked';
        readonly created_at: string;
        readonly expires_at: string | null;
        readonly revoked_at: string | null;
        readonly last_used_at: string | null;
        readonly last_used_address: string | null;
        readonly allowed_addresses: readonly string[];
        readonly replaced_by: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.list-sessions': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly method: 'oidc' | 'password';
        readonly current: boolean;
        readonly created_at: string;
        readonly last_seen_at: string;
        readonly expires_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.list-staff': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly role: 'caller' | 'lead' | 'administrator';
        readonly languages: readonly ('es')[];
        readonly created_at: string;
        readonly disabled_at: string | null;
        readonly identity_bound: boolean;
        readonly password_set: boolean;
        readonly last_seen_at: string | null;
        readonly signed_in_at: string | null;
        readonly failed_tries: number;
        readonly failed_networks: number;
        readonly sessions: number;
        readonly setup_expires_at: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'access.reset-sign-in': {
    readonly response: {
      readonly id: string;
      readonly setup_expires_at: string;
    };
  };
  readonly 'access.revoke-credential': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.signed_credential';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly status: 'pending' | 'active' | 'revoked';
      readonly challenge_expires_at: string | null;
      readonly created_at: string;
      readonly activated_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly replaced_by: string | null;
    };
  };
  readonly 'access.revoke-partner-key': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.key';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly key_prefix: string;
      readonly status: 'active' | 'expired' | 'revoked';
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly last_used_address: string | null;
      readonly allowed_addresses: readonly string[];
      readonly replaced_by: string | null;
    };
  };
  readonly 'access.revoke-session': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'access.upload-credential': {
    readonly body: {
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly public_key: string;
      readonly livemode: boolean;
      readonly label?: string;
      readonly role?: 'full' | 'read_only';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.signed_credential';
      readonly livemode: boolean;
      readonly role: 'full' | 'read_only';
      readonly label: string | null;
      readonly alg: 'ed25519' | 'ecdsa-p256-sha256';
      readonly status: 'pending' | 'active' | 'revoked';
      readonly challenge_expires_at: string | null;
      readonly created_at: string;
      readonly activated_at: string | null;
      readonly revoked_at: string | null;
      readonly last_used_at: string | null;
      readonly replaced_by: string | null;
      readonly challenge: string;
    };
  };
  readonly 'agents.set-status': {
    readonly body: {
      readonly status: 'active' | 'suspended' | 'unverified';
    };
    readonly response: {
      readonly id: string;
      readonly status: 'active' | 'suspended' | 'unverified';
    };
  };
  readonly 'analytics.get-lenders': {
    readonly response: {
      readonly object: 'analytics.lenders';
      readonly livemode: boolean;
      readonly institution_id: string | null;
      readonly from: string;
      readonly to: string;
      readonly currency: 'USD';
      readonly exposure: {
        readonly totals: {
          readonly settled: number;
          readonly known: number;
          readonly unknown: number;
          readonly before_cents: number;
          readonly after_cents: number;
          readonly reduction_cents: number;
          readonly growth_cents: number;
          readonly surplus_cents: number;
          readonly beyond_program_cents: number;
        };
        readonly by_month: readonly {
          readonly month: string;
          readonly settled: number;
          readonly known: number;
          readonly unknown: number;
          readonly before_cents: number;
          readonly after_cents: number;
          readonly reduction_cents: number;
          readonly growth_cents: number;
          readonly surplus_cents: number;
          readonly beyond_program_cents: number;
        }[];
      } | null;
      readonly activation: readonly {
        readonly month: string;
        readonly invited: number;
        readonly activated: number;
        readonly open: number;
        readonly activation_rate: number;
      }[];
    };
  };
  readonly 'appraisals.compose': {
    readonly body: {
      readonly revision: number;
      readonly snapshot_id?: string;
      readonly left_out: readonly {
        readonly source: string;
        readonly source_id: string;
        readonly reason: string;
      }[];
      readonly remarks?: string;
      readonly signer_name?: string;
      readonly signer_title?: string;
    };
    readonly response: {
      readonly object: 'appraisal';
      readonly consultation_id: string;
      readonly revision: number;
      readonly draft: {
        readonly format: 1;
        readonly case_number: string;
        readonly owner: string | null;
        readonly subject: {
          readonly vin: string | null;
          readonly year: number | null;
          readonly make: string | null;
          readonly model: string | null;
          readonly trim: string | null;
          readonly state: string | null;
          readonly date_of_loss: string | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
        };
        readonly snapshot: {
          readonly id: string;
          readonly method: string;
          readonly taken_at: string;
          readonly radius_miles: number | null;
          readonly zip: string | null;
          readonly state: string | null;
          readonly same_trim: boolean;
          readonly synthetic: boolean;
        };
        readonly adjustment: {
          readonly odometer: number | null;
          readonly slope_dollars_per_mile: number | null;
          readonly year_share?: number;
          readonly cap_share: number;
          readonly capped: number;
        };
        readonly comparables: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly adjustment_cents: number | null;
          readonly adjusted_cents: number | null;
          readonly capped: boolean;
        }[];
        readonly left_out: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly reason: string;
        }[];
        readonly value_cents: number;
        readonly low_cents: number;
        readonly high_cents: number;
        readonly offer: {
          readonly cents: number;
          readonly basis: 'value' | 'stated';
        } | null;
        readonly remarks: string | null;
        readonly limits: readonly string[];
        readonly nature: readonly string[];
        readonly insurer_report?: readonly {
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
          readonly pages: readonly number[];
          readonly arithmetic: string | null;
        }[];
        readonly signer: {
          readonly name: string | null;
          readonly title: string | null;
        };
        readonly version: number | null;
        readonly signed_on: string | null;
      } | null;
      readonly draft_at: string | null;
      readonly snapshot_id: string | null;
      readonly warnings: readonly string[];
      readonly versions: readonly {
        readonly number: number;
        readonly state: 'current' | 'superseded' | 'withdrawn';
        readonly value_cents: number;
        readonly snapshot_id: string;
        readonly inputs_sha256: string;
        readonly url: string;
        readonly reason: 'included' | 'paid_otherwise' | 'goodwill' | null;
        readonly released_by: string;
        readonly released_at: string;
        readonly withdrawn_at: string | null;
        readonly withdrawn_reason: string | null;
      }[];
      readonly release: {
        readonly delivers: boolean;
        readonly message: 'email' | 'text' | 'stopped' | 'nobody' | 'test';
        readonly payment: 'capture' | 'by_hand' | 'charged' | 'included' | 'none';
        readonly payment_cents: number | null;
        readonly reason_required: boolean;
        readonly problems: readonly string[];
      };
    };
  };
  readonly 'appraisals.get': {
    readonly response: {
      readonly object: 'appraisal';
      readonly consultation_id: string;
      readonly revision: number;
      readonly draft: {
        readonly format: 1;
        readonly case_number: string;
        readonly owner: string | null;
        readonly subject: {
          readonly vin: string | null;
          readonly year: number | null;
          readonly make: string | null;
          readonly model: string | null;
          readonly trim: string | null;
          readonly state: string | null;
          readonly date_of_loss: string | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
        };
        readonly snapshot: {
          readonly id: string;
          readonly method: string;
          readonly taken_at: string;
          readonly radius_miles: number | null;
          readonly zip: string | null;
          readonly state: string | null;
          readonly same_trim: boolean;
          readonly synthetic: boolean;
        };
        readonly adjustment: {
          readonly odometer: number | null;
          readonly slope_dollars_per_mile: number | null;
          readonly year_share?: number;
          readonly cap_share: number;
          readonly capped: number;
        };
        readonly comparables: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly adjustment_cents: number | null;
          readonly adjusted_cents: number | null;
          readonly capped: boolean;
        }[];
        readonly left_out: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly reason: string;
        }[];
        readonly value_cents: number;
        readonly low_cents: number;
        readonly high_cents: number;
        readonly offer: {
          readonly cents: number;
          readonly basis: 'value' | 'stated';
        } | null;
        readonly remarks: string | null;
        readonly limits: readonly string[];
        readonly nature: readonly string[];
        readonly insurer_report?: readonly {
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
          readonly pages: readonly number[];
          readonly arithmetic: string | null;
        }[];
        readonly signer: {
          readonly name: string | null;
          readonly title: string | null;
        };
        readonly version: number | null;
        readonly signed_on: string | null;
      } | null;
      readonly draft_at: string | null;
      readonly snapshot_id: string | null;
      readonly warnings: readonly string[];
      readonly versions: readonly {
        readonly number: number;
        readonly state: 'current' | 'superseded' | 'withdrawn';
        readonly value_cents: number;
        readonly snapshot_id: string;
        readonly inputs_sha256: string;
        readonly url: string;
        readonly reason: 'included' | 'paid_otherwise' | 'goodwill' | null;
        readonly released_by: string;
        readonly released_at: string;
        readonly withdrawn_at: string | null;
        readonly withdrawn_reason: string | null;
      }[];
      readonly release: {
        readonly delivers: boolean;
        readonly message: 'email' | 'text' | 'stopped' | 'nobody' | 'test';
        readonly payment: 'capture' | 'by_hand' | 'charged' | 'included' | 'none';
        readonly payment_cents: number | null;
        readonly reason_required: boolean;
        readonly problems: readonly string[];
      };
    };
  };
  readonly 'appraisals.release': {
    readonly body: {
      readonly revision: number;
      readonly reason?: 'included' | 'paid_otherwise' | 'goodwill';
    };
    readonly response: {
      readonly object: 'appraisal';
      readonly consultation_id: string;
      readonly revision: number;
      readonly draft: {
        readonly format: 1;
        readonly case_number: string;
        readonly owner: string | null;
        readonly subject: {
          readonly vin: string | null;
          readonly year: number | null;
          readonly make: string | null;
          readonly model: string | null;
          readonly trim: string | null;
          readonly state: string | null;
          readonly date_of_loss: string | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
        };
        readonly snapshot: {
          readonly id: string;
          readonly method: string;
          readonly taken_at: string;
          readonly radius_miles: number | null;
          readonly zip: string | null;
          readonly state: string | null;
          readonly same_trim: boolean;
          readonly synthetic: boolean;
        };
        readonly adjustment: {
          readonly odometer: number | null;
          readonly slope_dollars_per_mile: number | null;
          readonly year_share?: number;
          readonly cap_share: number;
          readonly capped: number;
        };
        readonly comparables: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly adjustment_cents: number | null;
          readonly adjusted_cents: number | null;
          readonly capped: boolean;
        }[];
        readonly left_out: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly reason: string;
        }[];
        readonly value_cents: number;
        readonly low_cents: number;
        readonly high_cents: number;
        readonly offer: {
          readonly cents: number;
          readonly basis: 'value' | 'stated';
        } | null;
        readonly remarks: string | null;
        readonly limits: readonly string[];
        readonly nature: readonly string[];
        readonly insurer_report?: readonly {
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
          readonly pages: readonly number[];
          readonly arithmetic: string | null;
        }[];
        readonly signer: {
          readonly name: string | null;
          readonly title: string | null;
        };
        readonly version: number | null;
        readonly signed_on: string | null;
      } | null;
      readonly draft_at: string | null;
      readonly snapshot_id: string | null;
      readonly warnings: readonly string[];
      readonly versions: readonly {
        readonly number: number;
        readonly state: 'current' | 'superseded' | 'withdrawn';
        readonly value_cents: number;
        readonly snapshot_id: string;
        readonly inputs_sha256: string;
        readonly url: string;
        readonly reason: 'included' | 'paid_otherwise' | 'goodwill' | null;
        readonly released_by: string;
        readonly released_at: string;
        readonly withdrawn_at: string | null;
        readonly withdrawn_reason: string | null;
      }[];
      readonly release: {
        readonly delivers: boolean;
        readonly message: 'email' | 'text' | 'stopped' | 'nobody' | 'test';
        readonly payment: 'capture' | 'by_hand' | 'charged' | 'included' | 'none';
        readonly payment_cents: number | null;
        readonly reason_required: boolean;
        readonly problems: readonly string[];
      };
    };
  };
  readonly 'appraisals.withdraw': {
    readonly body: {
      readonly number: number;
      readonly reason: string;
    };
    readonly response: {
      readonly object: 'appraisal';
      readonly consultation_id: string;
      readonly revision: number;
      readonly draft: {
        readonly format: 1;
        readonly case_number: string;
        readonly owner: string | null;
        readonly subject: {
          readonly vin: string | null;
          readonly year: number | null;
          readonly make: string | null;
          readonly model: string | null;
          readonly trim: string | null;
          readonly state: string | null;
          readonly date_of_loss: string | null;
          readonly insurer: string | null;
          readonly claim_number: string | null;
        };
        readonly snapshot: {
          readonly id: string;
          readonly method: string;
          readonly taken_at: string;
          readonly radius_miles: number | null;
          readonly zip: string | null;
          readonly state: string | null;
          readonly same_trim: boolean;
          readonly synthetic: boolean;
        };
        readonly adjustment: {
          readonly odometer: number | null;
          readonly slope_dollars_per_mile: number | null;
          readonly year_share?: number;
          readonly cap_share: number;
          readonly capped: number;
        };
        readonly comparables: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly adjustment_cents: number | null;
          readonly adjusted_cents: number | null;
          readonly capped: boolean;
        }[];
        readonly left_out: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly year: number;
          readonly trim: string | null;
          readonly price_cents: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly last_seen_at: string;
          readonly reason: string;
        }[];
        readonly value_cents: number;
        readonly low_cents: number;
        readonly high_cents: number;
        readonly offer: {
          readonly cents: number;
          readonly basis: 'value' | 'stated';
        } | null;
        readonly remarks: string | null;
        readonly limits: readonly string[];
        readonly nature: readonly string[];
        readonly insurer_report?: readonly {
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
          readonly pages: readonly number[];
          readonly arithmetic: string | null;
        }[];
        readonly signer: {
          readonly name: string | null;
          readonly title: string | null;
        };
        readonly version: number | null;
        readonly signed_on: string | null;
      } | null;
      readonly draft_at: string | null;
      readonly snapshot_id: string | null;
      readonly warnings: readonly string[];
      readonly versions: readonly {
        readonly number: number;
        readonly state: 'current' | 'superseded' | 'withdrawn';
        readonly value_cents: number;
        readonly snapshot_id: string;
        readonly inputs_sha256: string;
        readonly url: string;
        readonly reason: 'included' | 'paid_otherwise' | 'goodwill' | null;
        readonly released_by: string;
        readonly released_at: string;
        readonly withdrawn_at: string | null;
        readonly withdrawn_reason: string | null;
      }[];
      readonly release: {
        readonly delivers: boolean;
        readonly message: 'email' | 'text' | 'stopped' | 'nobody' | 'test';
        readonly payment: 'capture' | 'by_hand' | 'charged' | 'included' | 'none';
        readonly payment_cents: number | null;
        readonly reason_required: boolean;
        readonly problems: readonly string[];
      };
    };
  };
  readonly 'audit.list': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly seq: number;
        readonly at: string;
        readonly kind: 'view' | 'action' | 'refused';
        readonly operation: string;
        readonly did: string;
        readonly staff_id: string | null;
        readonly credential_id: string | null;
        readonly subject_id: string | null;
        readonly reason: string | null;
        readonly request_id: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'board.get-case': {
    readonly response: {
      readonly object: 'board.case';
      readonly at: string;
      readonly card: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly status_at: string;
        readonly name: string | null;
        readonly vehicle: string | null;
        readonly loss_state: string | null;
        readonly gap_cents: number | null;
        readonly priority: boolean;
        readonly test: boolean;
        readonly proven: 'email' | 'text' | 'call' | null;
        readonly relayed: boolean;
        readonly tied: number;
        readonly attempts: number;
        readonly last_call_at: string | null;
        readonly callback_at: string | null;
        readonly next_call_at: string | null;
        readonly waits_for_number: boolean;
        readonly number_struck: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly stopped: boolean;
        readonly unread_replies: number;
        readonly by_telephone: boolean;
        readonly unreadable: boolean;
        readonly assignee: {
          readonly staff_id: string;
          readonly name: string;
          readonly mine: boolean;
        } | null;
        readonly held: {
          readonly staff_id: string;
          readonly name: string;
          readonly until: string;
          readonly mine: boolean;
        } | null;
      };
      readonly tied: readonly {
        readonly id: string;
        readonly number: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly opened_at: string;
      }[];
      readonly person: {
        readonly first_name: string | null;
        readonly last_name: string | null;
        readonly email: string | null;
        readonly phone: string | null;
        readonly phone_hint: string | null;
        readonly language: 'en' | 'es' | null;
      };
      readonly asked: {
        readonly by: 'agent' | 'institution' | 'telephone';
        readonly name: string | null;
        readonly details: readonly {
          readonly label: string;
          readonly value: string;
        }[];
        readonly proven: boolean;
        readonly words: string | null;
        readonly at: string;
      };
      readonly facts: readonly {
        readonly group: string;
        readonly label: string;
        readonly value: string;
        readonly from: string;
        readonly by: string | null;
        readonly at: string | null;
      }[];
      readonly facts_version: number;
      readonly offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
        readonly settled_at: string | null;
        readonly services: readonly {
          readonly service: 'consultation' | 'research' | 'representation';
          readonly offered: boolean;
          readonly why: 'not_set' | 'turned_off' | 'licence_ended' | null;
          readonly licence: string | null;
          readonly ends_on: string | null;
        }[];
        readonly state: string | null;
        readonly fee: {
          readonly verdict: 'due' | 'paid' | 'nothing' | 'unknown' | 'not_accepted' | 'given_up' | 'included';
          readonly price_cents: number | null;
          readonly paid_cents: number;
          readonly due_cents: number;
        };
      };
      readonly review: {
        readonly status: 'in_review' | 'completed';
        readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
        readonly summary: string | null;
        readonly updated_at: string;
      } | null;
      readonly market: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly low: number | null;
        readonly mid: number | null;
        readonly high: number | null;
        readonly adjusted_mid: number | null;
        readonly adjusted_low: number | null;
        readonly adjusted_high: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
        readonly disclaimer: string;
      } | null;
      readonly missing: readonly string[];
      readonly payment: {
        readonly payer: 'owner' | 'shared' | 'institution' | 'plan';
        readonly who: string;
        readonly plan: string | null;
        readonly items: readonly {
          readonly name: 'consultation' | 'research' | 'representation';
          readonly list_cents: number;
          readonly discount_cents: number;
          readonly institution_cents: number;
          readonly price_cents: number;
          readonly charged: string;
        }[];
      };
      readonly holds: readonly {
        readonly object: 'hold';
        readonly id: string;
        readonly consultation_id: string;
        readonly product: 'research' | 'representation';
        readonly kind: 'hold' | 'card';
        readonly state: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed';
        readonly amount_cents: number;
        readonly discount_cents: number;
        readonly captured_cents: number | null;
        readonly refunded_cents: number;
        readonly refunded_at: string | null;
        readonly dispute: {
          readonly status: string;
          readonly amount_cents: number;
          readonly due_at: string | null;
          readonly changed_at: string;
        } | null;
        readonly refunds: readonly {
          readonly id: string;
          readonly amount_cents: number;
          readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
          readonly state: 'requested' | 'done' | 'failed';
          readonly requested_by: string;
          readonly requested_at: string;
          readonly failure: string | null;
        }[];
        readonly net_cents: number;
        readonly owner_must_act: boolean;
        readonly credit_cents: number;
        readonly terms_version: string;
        readonly accepted_at: string;
        readonly capture_before: string | null;
        readonly expires_soon: boolean;
        readonly wish: 'capture' | 'release' | null;
        readonly wished_by: string | null;
        readonly failure: string | null;
        readonly created_at: string;
        readonly held_at: string | null;
        readonly hold_lapsed_at: string | null;
        readonly ended_at: string | null;
      }[];
      readonly payments: {
        readonly provider_configured: boolean;
        readonly checkout: {
          readonly payer: 'owner' | 'borrower';
          readonly options_url: string | null;
          readonly research_url: string | null;
          readonly representation_url: string | null;
          readonly research_cents: number | null;
          readonly representation_cents: number;
          readonly expires_at: string;
          readonly over: boolean;
          readonly sent_at: readonly string[];
          readonly may_send: boolean;
        } | null;
        readonly noted: readonly {
          readonly id: string;
          readonly product: 'research' | 'representation';
          readonly amount_cents: number;
          readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
          readonly paid_on: string;
          readonly note: string | null;
          readonly noted_by: string;
          readonly noted_at: string;
          readonly voided_by: string | null;
          readonly voided_at: string | null;
        }[];
        readonly payer: 'owner' | 'borrower' | 'institution' | 'plan';
        readonly link_messages: readonly {
          readonly channel: string;
          readonly state: string;
          readonly at: string;
          readonly held: boolean;
        }[];
        readonly paid_cents: number;
        readonly settled_at: string | null;
        readonly improvement_cents: number | null;
        readonly saved_cents: number | null;
      };
      readonly closing: {
        readonly reason: string | null;
        readonly may_reopen: boolean;
        readonly quiet_since: string;
        readonly to_ask: boolean;
        readonly closes_at: string | null;
        readonly history: readonly {
          readonly action: 'closed' | 'reopened';
          readonly reason: string;
          readonly note: string | null;
          readonly staff_id: string | null;
          readonly at: string;
        }[];
        readonly closed_by: string | null;
      };
      readonly documents: readonly {
        readonly id: string;
        readonly size_bytes: number;
        readonly vendor: string;
        readonly pages: number;
        readonly scanned: boolean;
        readonly failed_checks: readonly string[];
        readonly nothing_read: boolean;
        readonly other_vehicle: string | null;
        readonly other_owner: string | null;
        readonly differences: readonly {
          readonly field: string;
          readonly sent: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly file_removed_at: string | null;
        readonly created_at: string;
      }[];
      readonly replies: readonly {
        readonly id: string;
        readonly channel: 'text' | 'page' | 'one_click' | 'email' | 'complaint';
        readonly understood_as: 'stop' | 'ask' | 'wrong_number' | 'help' | 'start' | 'yes' | 'other';
        readonly words: string;
        readonly from_hint: string | null;
        readonly received_at: string;
        readonly read_at: string | null;
        readonly answered_at: string | null;
      }[];
      readonly own_page: {
        readonly stopped_channels: readonly ('email' | 'text' | 'call')[];
        readonly requests: readonly {
          readonly id: string;
          readonly consultation_id: string;
          readonly kind: 'copy' | 'correct' | 'delete' | 'reopen';
          readonly words: string | null;
          readonly created_at: string;
          readonly due_at: string | null;
          readonly done_at: string | null;
        }[];
      };
      readonly calling: {
        readonly may_call: boolean;
        readonly opens_at: string | null;
        readonly reason: 'outside_calling_hours' | 'capped' | null;
        readonly ended: 'do_not_contact' | 'declined' | 'no_calls' | 'test_case' | null;
        readonly number_problem: 'premium' | 'toll_free' | 'outside_us' | 'not_assigned' | null;
        readonly until: string;
        readonly rule_version: string;
        readonly zones: readonly string[];
        readonly states: readonly string[];
        readonly callback_openings: readonly {
          readonly from: string;
          readonly to: string;
        }[];
      };
      readonly allowed_outcomes: readonly {
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        readonly allowed: boolean;
        readonly reason: string | null;
      }[];
      readonly call_count: number;
      readonly say: readonly (readonly {
        readonly text: string;
        readonly theirs: boolean;
      }[])[];
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'submitted' | 'status' | 'message' | 'call' | 'answer' | 'action' | 'document' | 'money' | 'reply' | 'note';
        readonly title: string;
        readonly by: string | null;
        readonly note: string | null;
      }[];
    };
  };
  readonly 'board.get-consent': {
    readonly response: {
      readonly object: 'consent.record';
      readonly exported_at: string;
      readonly consultation_id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly test: boolean;
      readonly email: string | null;
      readonly phone_hint: string | null;
      readonly complete: boolean;
      readonly anchor: string;
      readonly verification: {
        readonly ok: boolean;
        readonly entries: number;
        readonly unchained: number;
        readonly problem: string | null;
      };
      readonly entries: readonly {
        readonly id: string;
        readonly at: string;
        readonly kind: string;
        readonly subject_id: string | null;
        readonly contacts: readonly ('email' | 'phone' | 'earlier')[];
        readonly details: Readonly<Record<string, string | number | boolean | null>>;
        readonly seq: number | null;
        readonly chain_mac: string | null;
        readonly problem: string | null;
      }[];
      readonly wordings: readonly {
        readonly hash: string;
        readonly version: string;
        readonly words: string;
        readonly first_shown_at: string;
        readonly problem: string | null;
      }[];
    };
  };
  readonly 'board.get-evidence': {
    readonly response: {
      readonly object: 'gap.evidence_packet';
      readonly made_at: string;
      readonly referral_id: string;
      readonly consultation_id: string;
      readonly number: string;
      readonly test: boolean;
      readonly institution: {
        readonly id: string;
        readonly name: string;
      };
      readonly external_ref: string | null;
      readonly claim: {
        readonly borrower: string | null;
        readonly vehicle: string | null;
        readonly vin: string | null;
        readonly insurer: string | null;
        readonly claim_number: string | null;
        readonly date_of_loss: string | null;
        readonly state: string | null;
      };
      readonly exposure: {
        readonly object: 'gap.exposure';
        readonly referral_id: string;
        readonly institution_id: string;
        readonly livemode: boolean;
        readonly payoff_cents: number | null;
        readonly payoff_as_of: string | null;
        readonly payoff_from: 'institution' | 'staff';
        readonly deductible_cents: number | null;
        readonly financed_value_cents: number | null;
        readonly ltv_cap_percent: number | null;
        readonly deductible_cover_cents: number | null;
        readonly terms_from: string | null;
        readonly terms_set_at: string | null;
        readonly offer_value_cents: number | null;
        readonly settlement_value_cents: number | null;
        readonly before_cents: number | null;
        readonly after_cents: number | null;
        readonly reduction_cents: number | null;
        readonly growth_cents: number | null;
        readonly surplus_cents: number | null;
        readonly beyond_program_cents: number | null;
        readonly basis: 'value' | 'unknown';
        readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
        readonly checklist: readonly {
          readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
          readonly title: string;
          readonly holder: string;
          readonly received_on: string | null;
          readonly recorded_by: string | null;
          readonly recorded_by_name: string | null;
          readonly recorded_at: string | null;
        }[];
      };
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
      };
      readonly appraisal: {
        readonly version: number;
        readonly released_at: string;
        readonly inputs_sha256: string;
        readonly inputs: {
          readonly format: 1;
          readonly case_number: string;
          readonly owner: string | null;
          readonly subject: {
            readonly vin: string | null;
            readonly year: number | null;
            readonly make: string | null;
            readonly model: string | null;
            readonly trim: string | null;
            readonly state: string | null;
            readonly date_of_loss: string | null;
            readonly insurer: string | null;
            readonly claim_number: string | null;
          };
          readonly snapshot: {
            readonly id: string;
            readonly method: string;
            readonly taken_at: string;
            readonly radius_miles: number | null;
            readonly zip: string | null;
            readonly state: string | null;
            readonly same_trim: boolean;
            readonly synthetic: boolean;
          };
          readonly adjustment: {
            readonly odometer: number | null;
            readonly slope_dollars_per_mile: number | null;
            readonly year_share?: number;
            readonly cap_share: number;
            readonly capped: number;
          };
          readonly comparables: readonly {
            readonly source: string;
            readonly source_id: string;
            readonly year: number;
            readonly trim: string | null;
            readonly price_cents: number;
            readonly miles: number | null;
            readonly distance_miles: number | null;
            readonly state: string | null;
            readonly dealer: string | null;
            readonly last_seen_at: string;
            readonly adjustment_cents: number | null;
            readonly adjusted_cents: number | null;
            readonly capped: boolean;
          }[];
          readonly left_out: readonly {
            readonly source: string;
            readonly source_id: string;
            readonly year: number;
            readonly trim: string | null;
            readonly price_cents: number;
            readonly miles: number | null;
            readonly distance_miles: number | null;
            readonly state: string | null;
            readonly dealer: string | null;
            readonly last_seen_at: string;
            readonly reason: string;
          }[];
          readonly value_cents: number;
          readonly low_cents: number;
          readonly high_cents: number;
          readonly offer: {
            readonly cents: number;
            readonly basis: 'value' | 'stated';
          } | null;
          readonly remarks: string | null;
          readonly limits: readonly string[];
          readonly nature: readonly string[];
          readonly insurer_report?: readonly {
            readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
            readonly sentence: {
              readonly en: string;
              readonly es: string;
            };
            readonly pages: readonly number[];
            readonly arithmetic: string | null;
          }[];
          readonly signer: {
            readonly name: string | null;
            readonly title: string | null;
          };
          readonly version: number | null;
          readonly signed_on: string | null;
        };
      } | null;
      readonly reports: readonly {
        readonly document_id: string;
        readonly sha256: string;
        readonly size_bytes: number;
        readonly pages: number;
        readonly vendor: string;
        readonly received_at: string;
        readonly file_removed_at: string | null;
      }[];
      readonly snapshot: {
        readonly id: string;
        readonly method: string;
        readonly vehicle_label: string;
        readonly subject: {
          readonly year: number;
          readonly make: string;
          readonly model: string;
          readonly trim: string | null;
          readonly trim_candidates: readonly string[];
          readonly odometer: number | null;
          readonly zip: string | null;
          readonly state: string | null;
          readonly fuel: string | null;
          readonly body: string | null;
          readonly drive: string | null;
          readonly title_branded: boolean | null;
          readonly date_of_loss: string | null;
        };
        readonly radius_miles: number | null;
        readonly same_trim: boolean;
        readonly window: {
          readonly from: string;
          readonly until: string;
        } | null;
        readonly widenings: readonly string[];
        readonly withheld: readonly ('few' | 'trims' | 'unlisted trim' | 'title' | 'fuel')[];
        readonly synthetic: boolean;
        readonly sample_size: number;
        readonly market: {
          readonly low: number;
          readonly mid: number;
          readonly high: number;
        } | null;
        readonly adjusted: {
          readonly low: number;
          readonly mid: number;
          readonly high: number;
        } | null;
        readonly slope_dollars_per_mile: number | null;
        readonly year_share: number | null;
        readonly rates: 'model' | 'general';
        readonly capped: number;
        readonly taken_at: string;
        readonly coverage: 'good' | 'thin' | 'none';
        readonly basis: string;
        readonly caveats: readonly string[];
        readonly comparables: readonly {
          readonly source: string;
          readonly source_id: string;
          readonly vin: string | null;
          readonly year: number;
          readonly trim: string | null;
          readonly price: number;
          readonly miles: number | null;
          readonly distance_miles: number | null;
          readonly state: string | null;
          readonly dealer: string | null;
          readonly first_seen_at: string | null;
          readonly last_seen_at: string;
          readonly fuel: string | null;
          readonly url: string | null;
          readonly adjustment: number | null;
          readonly adjusted_price: number | null;
          readonly adjustment_capped: boolean;
        }[];
      } | null;
      readonly consent: {
        readonly object: 'consent.record';
        readonly exported_at: string;
        readonly consultation_id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly test: boolean;
        readonly email: string | null;
        readonly phone_hint: string | null;
        readonly complete: boolean;
        readonly anchor: string;
        readonly verification: {
          readonly ok: boolean;
          readonly entries: number;
          readonly unchained: number;
          readonly problem: string | null;
        };
        readonly entries: readonly {
          readonly id: string;
          readonly at: string;
          readonly kind: string;
          readonly subject_id: string | null;
          readonly contacts: readonly ('email' | 'phone' | 'earlier')[];
          readonly details: Readonly<Record<string, string | number | boolean | null>>;
          readonly seq: number | null;
          readonly chain_mac: string | null;
          readonly problem: string | null;
        }[];
        readonly wordings: readonly {
          readonly hash: string;
          readonly version: string;
          readonly words: string;
          readonly first_shown_at: string;
          readonly problem: string | null;
        }[];
      };
    };
  };
  readonly 'board.get-figures': {
    readonly response: {
      readonly object: 'board.figures';
      readonly at: string;
      readonly zone: string;
      readonly range: 'day' | 'week' | 'month';
      readonly on: string;
      readonly from: string;
      readonly to: string;
      readonly funnel: readonly {
        readonly step: 'asked' | 'confirmed' | 'delivered' | 'accepted' | 'paid';
        readonly count: number;
      }[];
      readonly first_call: {
        readonly median_s: number | null;
        readonly called: number;
      };
      readonly reach: readonly {
        readonly weekday: number;
        readonly hour: number;
        readonly calls: number;
        readonly reached: number;
      }[];
      readonly people: readonly {
        readonly staff_id: string;
        readonly name: string;
        readonly calls: number;
        readonly reached: number;
        readonly outcomes: readonly {
          readonly outcome: string;
          readonly count: number;
        }[];
      }[];
      readonly improvement: {
        readonly known: number;
        readonly unknown: number;
        readonly won_cents: number;
        readonly with_gap: number;
        readonly without_gap: number;
        readonly promised_cents: number;
        readonly won_with_gap_cents: number;
      };
      readonly exposure: {
        readonly settled: number;
        readonly known: number;
        readonly unknown: number;
        readonly before_cents: number;
        readonly after_cents: number;
        readonly reduction_cents: number;
        readonly growth_cents: number;
        readonly surplus_cents: number;
        readonly beyond_program_cents: number;
      } | null;
      readonly holds: readonly {
        readonly product: string;
        readonly held: number;
        readonly held_cents: number;
        readonly saved: number;
        readonly saved_cents: number;
        readonly captured: number;
        readonly captured_cents: number;
        readonly released: number;
        readonly released_cents: number;
      }[];
      readonly origins: readonly {
        readonly kind: 'platform' | 'institution';
        readonly id: string;
        readonly name: string;
        readonly asked: number;
        readonly confirmed: number;
        readonly delivered: number;
        readonly settled: number;
        readonly paid: number;
        readonly captured_cents: number;
      }[];
    };
  };
  readonly 'board.get-load': {
    readonly response: {
      readonly object: 'board.load';
      readonly at: string;
      readonly today: {
        readonly date: string;
        readonly from: string;
        readonly to: string;
        readonly time_zone: string;
      };
      readonly lanes: readonly {
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly count: number;
        readonly oldest_at: string | null;
        readonly held: number;
      }[];
      readonly ages: readonly {
        readonly name: string;
        readonly count: number;
      }[];
      readonly callbacks: {
        readonly overdue: number;
        readonly due_today: number;
      };
      readonly fees_due: readonly {
        readonly consultation_id: string;
        readonly number: string;
        readonly settled_at: string;
        readonly due_cents: number;
        readonly declined: boolean;
        readonly charging: boolean;
      }[];
      readonly people: readonly {
        readonly staff_id: string;
        readonly name: string;
        readonly calls: number;
        readonly reached: number;
        readonly confirmed: number;
        readonly last_call_at: string | null;
        readonly holds: {
          readonly consultation_id: string;
          readonly number: string;
          readonly since: string;
        } | null;
      }[];
    };
  };
  readonly 'board.get-state-facts': {
    readonly response: {
      readonly object: 'state_facts';
      readonly state: string;
      readonly topics: readonly {
        readonly topic: 'comparables' | 'tax_and_fees' | 'appraisal' | 'valuation_report' | 'appraiser_licence';
        readonly facts: readonly {
          readonly text: string;
          readonly citation: string;
          readonly source: string;
          readonly kind: 'official' | 'reprint' | 'secondary';
          readonly url: string;
          readonly as_of: string;
          readonly dated: 'by the source' | 'when read';
        }[];
      }[];
    };
  };
  readonly 'board.list-agents': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        readonly detail: string | null;
        readonly status: string;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'board.list-columns': {
    readonly response: {
      readonly object: 'board.columns';
      readonly at: string;
      readonly test: boolean;
      readonly columns: readonly {
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly count: number;
        readonly oldest_at: string | null;
        readonly cards: readonly {
          readonly id: string;
          readonly number: string;
          readonly source: 'agent_intake' | 'referral' | 'membership';
          readonly source_id: string;
          readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
          readonly status: string;
          readonly status_at: string;
          readonly name: string | null;
          readonly vehicle: string | null;
          readonly loss_state: string | null;
          readonly gap_cents: number | null;
          readonly priority: boolean;
          readonly test: boolean;
          readonly proven: 'email' | 'text' | 'call' | null;
          readonly relayed: boolean;
          readonly tied: number;
          readonly attempts: number;
          readonly last_call_at: string | null;
          readonly callback_at: string | null;
          readonly next_call_at: string | null;
          readonly waits_for_number: boolean;
          readonly number_struck: boolean;
          readonly opened_at: string;
          readonly delivered_at: string | null;
          readonly closed_at: string | null;
          readonly stopped: boolean;
          readonly unread_replies: number;
          readonly by_telephone: boolean;
          readonly unreadable: boolean;
          readonly assignee: {
            readonly staff_id: string;
            readonly name: string;
            readonly mine: boolean;
          } | null;
          readonly held: {
            readonly staff_id: string;
            readonly name: string;
            readonly until: string;
            readonly mine: boolean;
          } | null;
        }[];
      }[];
    };
  };
  readonly 'board.list-figure-cases': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly status_at: string;
        readonly name: string | null;
        readonly vehicle: string | null;
        readonly loss_state: string | null;
        readonly gap_cents: number | null;
        readonly priority: boolean;
        readonly test: boolean;
        readonly proven: 'email' | 'text' | 'call' | null;
        readonly relayed: boolean;
        readonly tied: number;
        readonly attempts: number;
        readonly last_call_at: string | null;
        readonly callback_at: string | null;
        readonly next_call_at: string | null;
        readonly waits_for_number: boolean;
        readonly number_struck: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly stopped: boolean;
        readonly unread_replies: number;
        readonly by_telephone: boolean;
        readonly unreadable: boolean;
        readonly assignee: {
          readonly staff_id: string;
          readonly name: string;
          readonly mine: boolean;
        } | null;
        readonly held: {
          readonly staff_id: string;
          readonly name: string;
          readonly until: string;
          readonly mine: boolean;
        } | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'board.list-institutions': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        readonly detail: string | null;
        readonly status: string;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'board.list-late-callbacks': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly status_at: string;
        readonly name: string | null;
        readonly vehicle: string | null;
        readonly loss_state: string | null;
        readonly gap_cents: number | null;
        readonly priority: boolean;
        readonly test: boolean;
        readonly proven: 'email' | 'text' | 'call' | null;
        readonly relayed: boolean;
        readonly tied: number;
        readonly attempts: number;
        readonly last_call_at: string | null;
        readonly callback_at: string | null;
        readonly next_call_at: string | null;
        readonly waits_for_number: boolean;
        readonly number_struck: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly stopped: boolean;
        readonly unread_replies: number;
        readonly by_telephone: boolean;
        readonly unreadable: boolean;
        readonly assignee: {
          readonly staff_id: string;
          readonly name: string;
          readonly mine: boolean;
        } | null;
        readonly held: {
          readonly staff_id: string;
          readonly name: string;
          readonly until: string;
          readonly mine: boolean;
        } | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'board.list-mine': {
    readonly response: {
      readonly object: 'board.mine';
      readonly at: string;
      readonly count: number;
      readonly callbacks: readonly {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly status_at: string;
        readonly name: string | null;
        readonly vehicle: string | null;
        readonly loss_state: string | null;
        readonly gap_cents: number | null;
        readonly priority: boolean;
        readonly test: boolean;
        readonly proven: 'email' | 'text' | 'call' | null;
        readonly relayed: boolean;
        readonly tied: number;
        readonly attempts: number;
        readonly last_call_at: string | null;
        readonly callback_at: string | null;
        readonly next_call_at: string | null;
        readonly waits_for_number: boolean;
        readonly number_struck: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly stopped: boolean;
        readonly unread_replies: number;
        readonly by_telephone: boolean;
        readonly unreadable: boolean;
        readonly assignee: {
          readonly staff_id: string;
          readonly name: string;
          readonly mine: boolean;
        } | null;
        readonly held: {
          readonly staff_id: string;
          readonly name: string;
          readonly until: string;
          readonly mine: boolean;
        } | null;
      }[];
      readonly cases: readonly {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly status_at: string;
        readonly name: string | null;
        readonly vehicle: string | null;
        readonly loss_state: string | null;
        readonly gap_cents: number | null;
        readonly priority: boolean;
        readonly test: boolean;
        readonly proven: 'email' | 'text' | 'call' | null;
        readonly relayed: boolean;
        readonly tied: number;
        readonly attempts: number;
        readonly last_call_at: string | null;
        readonly callback_at: string | null;
        readonly next_call_at: string | null;
        readonly waits_for_number: boolean;
        readonly number_struck: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly stopped: boolean;
        readonly unread_replies: number;
        readonly by_telephone: boolean;
        readonly unreadable: boolean;
        readonly assignee: {
          readonly staff_id: string;
          readonly name: string;
          readonly mine: boolean;
        } | null;
        readonly held: {
          readonly staff_id: string;
          readonly name: string;
          readonly until: string;
          readonly mine: boolean;
        } | null;
      }[];
    };
  };
  readonly 'board.search': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly lane: 'new' | 'tried' | 'confirmed' | 'active' | 'delivered';
        readonly status: string;
        readonly status_at: string;
        readonly name: string | null;
        readonly vehicle: string | null;
        readonly loss_state: string | null;
        readonly gap_cents: number | null;
        readonly priority: boolean;
        readonly test: boolean;
        readonly proven: 'email' | 'text' | 'call' | null;
        readonly relayed: boolean;
        readonly tied: number;
        readonly attempts: number;
        readonly last_call_at: string | null;
        readonly callback_at: string | null;
        readonly next_call_at: string | null;
        readonly waits_for_number: boolean;
        readonly number_struck: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly stopped: boolean;
        readonly unread_replies: number;
        readonly by_telephone: boolean;
        readonly unreadable: boolean;
        readonly assignee: {
          readonly staff_id: string;
          readonly name: string;
          readonly mine: boolean;
        } | null;
        readonly held: {
          readonly staff_id: string;
          readonly name: string;
          readonly until: string;
          readonly mine: boolean;
        } | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'checkout.capture-hold': {
    readonly body: {
      readonly amount_cents?: number;
      readonly seen_on_paper?: boolean;
      readonly reason?: string;
    };
    readonly response: {
      readonly object: 'hold';
      readonly id: string;
      readonly consultation_id: string;
      readonly product: 'research' | 'representation';
      readonly kind: 'hold' | 'card';
      readonly state: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed';
      readonly amount_cents: number;
      readonly discount_cents: number;
      readonly captured_cents: number | null;
      readonly refunded_cents: number;
      readonly refunded_at: string | null;
      readonly dispute: {
        readonly status: string;
        readonly amount_cents: number;
        readonly due_at: string | null;
        readonly changed_at: string;
      } | null;
      readonly refunds: readonly {
        readonly id: string;
        readonly amount_cents: number;
        readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
        readonly state: 'requested' | 'done' | 'failed';
        readonly requested_by: string;
        readonly requested_at: string;
        readonly failure: string | null;
      }[];
      readonly net_cents: number;
      readonly owner_must_act: boolean;
      readonly credit_cents: number;
      readonly terms_version: string;
      readonly accepted_at: string;
      readonly capture_before: string | null;
      readonly expires_soon: boolean;
      readonly wish: 'capture' | 'release' | null;
      readonly wished_by: string | null;
      readonly failure: string | null;
      readonly created_at: string;
      readonly held_at: string | null;
      readonly hold_lapsed_at: string | null;
      readonly ended_at: string | null;
    };
  };
  readonly 'checkout.deliver': {
    readonly response: {
      readonly id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly priority: boolean;
      readonly test: boolean;
      readonly language: 'en' | 'es' | null;
      readonly opened_at: string;
      readonly delivered_at: string | null;
      readonly closed_at: string | null;
      readonly initial_offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly settled_at: string | null;
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
      };
      readonly calls: readonly {
        readonly id: string;
        readonly staff_id: string;
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        readonly note: string | null;
        readonly called_at: string;
        readonly rule_version: string | null;
        readonly local_time: string | null;
        readonly callback_at: string | null;
        readonly applied_from: string | null;
      }[];
      readonly checkout: {
        readonly research_url: string | null;
        readonly representation_url: string | null;
        readonly note: string | null;
      };
    };
  };
  readonly 'checkout.list-holds': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly object: 'hold';
        readonly id: string;
        readonly consultation_id: string;
        readonly product: 'research' | 'representation';
        readonly kind: 'hold' | 'card';
        readonly state: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed';
        readonly amount_cents: number;
        readonly discount_cents: number;
        readonly captured_cents: number | null;
        readonly refunded_cents: number;
        readonly refunded_at: string | null;
        readonly dispute: {
          readonly status: string;
          readonly amount_cents: number;
          readonly due_at: string | null;
          readonly changed_at: string;
        } | null;
        readonly refunds: readonly {
          readonly id: string;
          readonly amount_cents: number;
          readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
          readonly state: 'requested' | 'done' | 'failed';
          readonly requested_by: string;
          readonly requested_at: string;
          readonly failure: string | null;
        }[];
        readonly net_cents: number;
        readonly owner_must_act: boolean;
        readonly credit_cents: number;
        readonly terms_version: string;
        readonly accepted_at: string;
        readonly capture_before: string | null;
        readonly expires_soon: boolean;
        readonly wish: 'capture' | 'release' | null;
        readonly wished_by: string | null;
        readonly failure: string | null;
        readonly created_at: string;
        readonly held_at: string | null;
        readonly hold_lapsed_at: string | null;
        readonly ended_at: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
      readonly provider_configured: boolean;
    };
  };
  readonly 'checkout.note-payment': {
    readonly body: {
      readonly product: 'research' | 'representation';
      readonly amount_cents: number;
      readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
      readonly paid_on: string;
      readonly note?: string;
    };
    readonly response: {
      readonly provider_configured: boolean;
      readonly checkout: {
        readonly payer: 'owner' | 'borrower';
        readonly options_url: string | null;
        readonly research_url: string | null;
        readonly representation_url: string | null;
        readonly research_cents: number | null;
        readonly representation_cents: number;
        readonly expires_at: string;
        readonly over: boolean;
        readonly sent_at: readonly string[];
        readonly may_send: boolean;
      } | null;
      readonly noted: readonly {
        readonly id: string;
        readonly product: 'research' | 'representation';
        readonly amount_cents: number;
        readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
        readonly paid_on: string;
        readonly note: string | null;
        readonly noted_by: string;
        readonly noted_at: string;
        readonly voided_by: string | null;
        readonly voided_at: string | null;
      }[];
    };
  };
  readonly 'checkout.record-settlement': {
    readonly body: {
      readonly settlement?: {
        readonly value_cents?: number;
        readonly tax_cents?: number;
        readonly fees_cents?: number;
        readonly other_cents?: number;
        readonly deductible_cents?: number;
        readonly total_cents?: number;
        readonly stated_cents?: number;
      };
      readonly offer?: {
        readonly value_cents?: number;
        readonly tax_cents?: number;
        readonly fees_cents?: number;
        readonly other_cents?: number;
        readonly deductible_cents?: number;
        readonly total_cents?: number;
        readonly stated_cents?: number;
      };
      readonly settlement_cents?: number;
      readonly initial_offer_cents?: number;
    };
    readonly response: {
      readonly id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly priority: boolean;
      readonly test: boolean;
      readonly language: 'en' | 'es' | null;
      readonly opened_at: string;
      readonly delivered_at: string | null;
      readonly closed_at: string | null;
      readonly initial_offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly settled_at: string | null;
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
      };
      readonly calls: readonly {
        readonly id: string;
        readonly staff_id: string;
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        readonly note: string | null;
        readonly called_at: string;
        readonly rule_version: string | null;
        readonly local_time: string | null;
        readonly callback_at: string | null;
        readonly applied_from: string | null;
      }[];
    };
  };
  readonly 'checkout.refund-charge': {
    readonly body: {
      readonly amount_cents?: number;
      readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
      readonly seen_refunded_cents: number;
    };
    readonly response: {
      readonly object: 'hold';
      readonly id: string;
      readonly consultation_id: string;
      readonly product: 'research' | 'representation';
      readonly kind: 'hold' | 'card';
      readonly state: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed';
      readonly amount_cents: number;
      readonly discount_cents: number;
      readonly captured_cents: number | null;
      readonly refunded_cents: number;
      readonly refunded_at: string | null;
      readonly dispute: {
        readonly status: string;
        readonly amount_cents: number;
        readonly due_at: string | null;
        readonly changed_at: string;
      } | null;
      readonly refunds: readonly {
        readonly id: string;
        readonly amount_cents: number;
        readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
        readonly state: 'requested' | 'done' | 'failed';
        readonly requested_by: string;
        readonly requested_at: string;
        readonly failure: string | null;
      }[];
      readonly net_cents: number;
      readonly owner_must_act: boolean;
      readonly credit_cents: number;
      readonly terms_version: string;
      readonly accepted_at: string;
      readonly capture_before: string | null;
      readonly expires_soon: boolean;
      readonly wish: 'capture' | 'release' | null;
      readonly wished_by: string | null;
      readonly failure: string | null;
      readonly created_at: string;
      readonly held_at: string | null;
      readonly hold_lapsed_at: string | null;
      readonly ended_at: string | null;
    };
  };
  readonly 'checkout.release-hold': {
    readonly response: {
      readonly object: 'hold';
      readonly id: string;
      readonly consultation_id: string;
      readonly product: 'research' | 'representation';
      readonly kind: 'hold' | 'card';
      readonly state: 'page_open' | 'held' | 'saved' | 'charge_failed' | 'captured' | 'released' | 'withdrawn' | 'expired' | 'failed';
      readonly amount_cents: number;
      readonly discount_cents: number;
      readonly captured_cents: number | null;
      readonly refunded_cents: number;
      readonly refunded_at: string | null;
      readonly dispute: {
        readonly status: string;
        readonly amount_cents: number;
        readonly due_at: string | null;
        readonly changed_at: string;
      } | null;
      readonly refunds: readonly {
        readonly id: string;
        readonly amount_cents: number;
        readonly reason: 'not_as_agreed' | 'charged_in_error' | 'complaint' | 'goodwill';
        readonly state: 'requested' | 'done' | 'failed';
        readonly requested_by: string;
        readonly requested_at: string;
        readonly failure: string | null;
      }[];
      readonly net_cents: number;
      readonly owner_must_act: boolean;
      readonly credit_cents: number;
      readonly terms_version: string;
      readonly accepted_at: string;
      readonly capture_before: string | null;
      readonly expires_soon: boolean;
      readonly wish: 'capture' | 'release' | null;
      readonly wished_by: string | null;
      readonly failure: string | null;
      readonly created_at: string;
      readonly held_at: string | null;
      readonly hold_lapsed_at: string | null;
      readonly ended_at: string | null;
    };
  };
  readonly 'checkout.send-link': {
    readonly response: {
      readonly provider_configured: boolean;
      readonly checkout: {
        readonly payer: 'owner' | 'borrower';
        readonly options_url: string | null;
        readonly research_url: string | null;
        readonly representation_url: string | null;
        readonly research_cents: number | null;
        readonly representation_cents: number;
        readonly expires_at: string;
        readonly over: boolean;
        readonly sent_at: readonly string[];
        readonly may_send: boolean;
      } | null;
      readonly noted: readonly {
        readonly id: string;
        readonly product: 'research' | 'representation';
        readonly amount_cents: number;
        readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
        readonly paid_on: string;
        readonly note: string | null;
        readonly noted_by: string;
        readonly noted_at: string;
        readonly voided_by: string | null;
        readonly voided_at: string | null;
      }[];
    };
  };
  readonly 'checkout.void-payment': {
    readonly response: {
      readonly provider_configured: boolean;
      readonly checkout: {
        readonly payer: 'owner' | 'borrower';
        readonly options_url: string | null;
        readonly research_url: string | null;
        readonly representation_url: string | null;
        readonly research_cents: number | null;
        readonly representation_cents: number;
        readonly expires_at: string;
        readonly over: boolean;
        readonly sent_at: readonly string[];
        readonly may_send: boolean;
      } | null;
      readonly noted: readonly {
        readonly id: string;
        readonly product: 'research' | 'representation';
        readonly amount_cents: number;
        readonly method: 'check' | 'bank_transfer' | 'cash' | 'card_by_phone' | 'other';
        readonly paid_on: string;
        readonly note: string | null;
        readonly noted_by: string;
        readonly noted_at: string;
        readonly voided_by: string | null;
        readonly voided_at: string | null;
      }[];
    };
  };
  readonly 'consultations.add-note': {
    readonly body: {
      readonly words: string;
      readonly draft_key: string;
    };
    readonly response: {
      readonly id: string;
      readonly created_at: string;
    };
  };
  readonly 'consultations.assign': {
    readonly body: {
      readonly staff_id: string | null;
      readonly seen?: string | null;
      readonly reason?: string;
    };
    readonly response: {
      readonly object: 'assignee';
      readonly consultation_id: string;
      readonly staff_id: string | null;
      readonly name: string | null;
    };
  };
  readonly 'consultations.claim': {
    readonly response: {
      readonly none: boolean;
      readonly consultation: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
      } | null;
      readonly phone: string | null;
      readonly why: readonly string[];
      readonly attempts: number | null;
      readonly callback_at: string | null;
      readonly lease_until: string | null;
      readonly local_time: string | null;
      readonly rule_version: string;
      readonly may_call: boolean;
      readonly opens_at: string | null;
      readonly reason: 'nobody_waits' | 'outside_calling_hours' | 'not_yet_due' | 'capped' | 'busy' | 'test_case' | 'declined' | 'no_number' | null;
    };
  };
  readonly 'consultations.claim-next': {
    readonly response: {
      readonly none: boolean;
      readonly consultation: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
      } | null;
      readonly phone: string | null;
      readonly why: readonly string[];
      readonly attempts: number | null;
      readonly callback_at: string | null;
      readonly lease_until: string | null;
      readonly local_time: string | null;
      readonly rule_version: string;
      readonly may_call: boolean;
      readonly opens_at: string | null;
      readonly reason: 'nobody_waits' | 'outside_calling_hours' | 'not_yet_due' | 'capped' | 'busy' | 'test_case' | 'declined' | 'no_number' | null;
    };
  };
  readonly 'consultations.close': {
    readonly body: {
      readonly reason: 'settled' | 'paid' | 'offer_fair' | 'not_interested' | 'no_answer' | 'duplicate' | 'mistake' | 'other';
      readonly note?: string;
    };
    readonly response: {
      readonly id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly priority: boolean;
      readonly test: boolean;
      readonly language: 'en' | 'es' | null;
      readonly opened_at: string;
      readonly delivered_at: string | null;
      readonly closed_at: string | null;
      readonly initial_offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly settled_at: string | null;
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
      };
      readonly calls: readonly {
        readonly id: string;
        readonly staff_id: string;
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        readonly note: string | null;
        readonly called_at: string;
        readonly rule_version: string | null;
        readonly local_time: string | null;
        readonly callback_at: string | null;
        readonly applied_from: string | null;
      }[];
    };
  };
  readonly 'consultations.heartbeat': {
    readonly response: {
      readonly lease_until: string;
    };
  };
  readonly 'consultations.list-board': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'consultations.list-calling-rules': {
    readonly response: {
      readonly object: 'calling_rules';
      readonly version: string;
      readonly overridden: boolean;
      readonly caps: {
        readonly per_24h: number;
        readonly per_30d: number;
      };
      readonly reviewed_by: string | null;
      readonly data: readonly {
        readonly code: string;
        readonly name: string;
        readonly periods: readonly {
          readonly effective_from: string | null;
          readonly week: readonly ({
            readonly from: number;
            readonly to: number;
          } | null)[];
          readonly closed_holidays: readonly string[];
        }[];
        readonly calls_per_24h: number;
        readonly exemptions: readonly string[];
        readonly citation: string;
        readonly source: string;
        readonly as_of: string;
        readonly confirmed: 'law_read' | 'reported' | 'vendor_table' | 'no_own_rule_found';
        readonly reviewed_by: string | null;
        readonly notes: string | null;
      }[];
    };
  };
  readonly 'consultations.log-call': {
    readonly body: {
      readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
      readonly note?: string;
      readonly callback_at?: string;
      readonly seen_calls?: number;
      readonly attempt_id?: string;
    };
    readonly response: {
      readonly id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly priority: boolean;
      readonly test: boolean;
      readonly language: 'en' | 'es' | null;
      readonly opened_at: string;
      readonly delivered_at: string | null;
      readonly closed_at: string | null;
      readonly initial_offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly settled_at: string | null;
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
      };
      readonly calls: readonly {
        readonly id: string;
        readonly staff_id: string;
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        readonly note: string | null;
        readonly called_at: string;
        readonly rule_version: string | null;
        readonly local_time: string | null;
        readonly callback_at: string | null;
        readonly applied_from: string | null;
      }[];
    };
  };
  readonly 'consultations.release': {
    readonly body: {
      readonly reason?: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'consultations.reopen': {
    readonly body: {
      readonly reason: string;
    };
    readonly response: {
      readonly id: string;
      readonly number: string;
      readonly source: 'agent_intake' | 'referral' | 'membership';
      readonly source_id: string;
      readonly priority: boolean;
      readonly test: boolean;
      readonly language: 'en' | 'es' | null;
      readonly opened_at: string;
      readonly delivered_at: string | null;
      readonly closed_at: string | null;
      readonly initial_offer_cents: number | null;
      readonly settlement_cents: number | null;
      readonly settled_at: string | null;
      readonly money: {
        readonly offer: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly settlement: {
          readonly value: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly tax: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly fees: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly other: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly deductible: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly total: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly stated: {
            readonly cents: number;
            readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
          } | null;
          readonly sum_cents: number | null;
        };
        readonly improvement_cents: number | null;
        readonly missing: readonly ('offer' | 'settlement')[];
      };
      readonly calls: readonly {
        readonly id: string;
        readonly staff_id: string;
        readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
        readonly note: string | null;
        readonly called_at: string;
        readonly rule_version: string | null;
        readonly local_time: string | null;
        readonly callback_at: string | null;
        readonly applied_from: string | null;
      }[];
    };
  };
  readonly 'consultations.take-over': {
    readonly body: {
      readonly reason: string;
    };
    readonly response: {
      readonly none: boolean;
      readonly consultation: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
      } | null;
      readonly phone: string | null;
      readonly why: readonly string[];
      readonly attempts: number | null;
      readonly callback_at: string | null;
      readonly lease_until: string | null;
      readonly local_time: string | null;
      readonly rule_version: string;
      readonly may_call: boolean;
      readonly opens_at: string | null;
      readonly reason: 'nobody_waits' | 'outside_calling_hours' | 'not_yet_due' | 'capped' | 'busy' | 'test_case' | 'declined' | 'no_number' | null;
    };
  };
  readonly 'customers.add-do-not-contact': {
    readonly body: {
      readonly email?: string;
      readonly phone?: string;
    };
    readonly response: {
      readonly ok: true;
      readonly listed: readonly {
        readonly kind: 'email' | 'phone';
        readonly contact: string;
        readonly typed: boolean;
      }[];
      readonly unnamed: number;
      readonly complete: boolean;
    };
  };
  readonly 'customers.allow-held': {
    readonly response: {
      readonly changed: number;
      readonly more: boolean;
    };
  };
  readonly 'customers.drop-held': {
    readonly response: {
      readonly changed: number;
      readonly more: boolean;
    };
  };
  readonly 'customers.find-do-not-contact': {
    readonly body: {
      readonly email?: string;
      readonly phone?: string;
    };
    readonly response: {
      readonly listed: boolean;
      readonly since: string | null;
      readonly source: 'staff' | 'call' | 'stop_reply' | null;
    };
  };
  readonly 'customers.grant-discount': {
    readonly body: {
      readonly email?: string;
      readonly phone?: string;
      readonly source: 'agent_intake' | 'partner_referral' | 'staff' | 'campaign';
    };
    readonly response: {
      readonly ok: boolean;
    };
  };
  readonly 'customers.list-held': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly kind: 'recipient' | 'address' | 'network' | 'agent' | 'institution' | 'anonymous' | 'global';
        readonly whose: string | null;
        readonly mails: number;
        readonly texts: number;
        readonly oldest_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'documents.get': {
    readonly response: {
      readonly object: 'document';
      readonly id: string;
      readonly intake_id: string;
      readonly sha256: string;
      readonly size_bytes: number;
      readonly reading: {
        readonly vendor: 'ccc' | 'mitchell' | 'unknown';
        readonly pages: number;
        readonly ocr: boolean;
        readonly fields: {
          readonly vin?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly year?: {
            readonly value: number;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly make?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly model?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly trim?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly odometer?: {
            readonly value: number;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly offer_cents?: {
            readonly value: number;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly insurer?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly claim_number?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly date_of_loss?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
        };
        readonly checks: readonly {
          readonly name: 'vin_check_digit' | 'vin_make' | 'vin_year' | 'value_adds_up' | 'loss_before_report';
          readonly outcome: 'passed' | 'failed' | 'unknown';
        }[];
        readonly owner?: {
          readonly value: string;
          readonly confidence: 'high' | 'low';
          readonly page: number;
          readonly box?: readonly number[];
          readonly source: 'text' | 'ocr';
        };
        readonly contents?: {
          readonly loss_type?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly report_date?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly sum: readonly {
            readonly name: 'statewide' | 'base' | 'valuation' | 'condition' | 'prior_damage' | 'aftermarket' | 'refurbishment' | 'title_history' | 'adjustment' | 'offer' | 'tax' | 'fees' | 'other' | 'before_deductible' | 'deductible' | 'total';
            readonly label: string;
            readonly cents: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly rate_thousandths?: number;
          }[];
          readonly search_radius_miles?: {
            readonly value: number;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly typical_mileage?: {
            readonly value: number;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly overall_condition?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly typical_condition?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly condition_total?: {
            readonly value: number;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly condition: readonly {
            readonly group?: string;
            readonly component: string;
            readonly grade?: string;
            readonly cents?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
          }[];
          readonly comparables: readonly {
            readonly number: number;
            readonly description?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly price?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly price_kind?: 'list' | 'sold' | 'take';
            readonly list_price?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly vin?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly vin_masked: boolean;
            readonly odometer?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly distance_miles?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly dated?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly date_kind?: 'listed' | 'updated';
            readonly adjustments: readonly {
              readonly name: string;
              readonly own?: string;
              readonly theirs?: string;
              readonly cents?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly adjustments_total?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly adjusted?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
          }[];
          readonly identities: readonly {
            readonly name: 'offer_adds_up' | 'total_adds_up' | 'base_is_mean' | 'base_repeats' | 'valuation_is_mean' | 'tax_is_rate' | 'condition_adds_up' | 'refurbishment_adds_up' | 'comparables_add_up' | 'comparables_repeat' | 'own_odometer_repeats';
            readonly outcome: 'passed' | 'failed' | 'unknown';
          }[];
        };
      };
      readonly nothing_read: boolean;
      readonly differences: readonly {
        readonly field: string;
        readonly sent: string | number | null;
        readonly read: string | number | null;
      }[];
      readonly file_removed_at: string | null;
      readonly created_at: string;
    };
  };
  readonly 'exposure.get': {
    readonly response: {
      readonly object: 'gap.exposure';
      readonly referral_id: string;
      readonly institution_id: string;
      readonly livemode: boolean;
      readonly payoff_cents: number | null;
      readonly payoff_as_of: string | null;
      readonly payoff_from: 'institution' | 'staff';
      readonly deductible_cents: number | null;
      readonly financed_value_cents: number | null;
      readonly ltv_cap_percent: number | null;
      readonly deductible_cover_cents: number | null;
      readonly terms_from: string | null;
      readonly terms_set_at: string | null;
      readonly offer_value_cents: number | null;
      readonly settlement_value_cents: number | null;
      readonly before_cents: number | null;
      readonly after_cents: number | null;
      readonly reduction_cents: number | null;
      readonly growth_cents: number | null;
      readonly surplus_cents: number | null;
      readonly beyond_program_cents: number | null;
      readonly basis: 'value' | 'unknown';
      readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
      readonly checklist: readonly {
        readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
        readonly title: string;
        readonly holder: string;
        readonly received_on: string | null;
        readonly recorded_by: string | null;
        readonly recorded_by_name: string | null;
        readonly recorded_at: string | null;
      }[];
    };
  };
  readonly 'exposure.get-ledger': {
    readonly response: {
      readonly object: 'gap.exposure_ledger';
      readonly livemode: boolean;
      readonly institution_id: string | null;
      readonly from: string;
      readonly to: string;
      readonly currency: 'USD';
      readonly totals: {
        readonly settled: number;
        readonly known: number;
        readonly unknown: number;
        readonly before_cents: number;
        readonly after_cents: number;
        readonly reduction_cents: number;
        readonly growth_cents: number;
        readonly surplus_cents: number;
        readonly beyond_program_cents: number;
      };
      readonly by_month: readonly {
        readonly month: string;
        readonly settled: number;
        readonly known: number;
        readonly unknown: number;
        readonly before_cents: number;
        readonly after_cents: number;
        readonly reduction_cents: number;
        readonly growth_cents: number;
        readonly surplus_cents: number;
        readonly beyond_program_cents: number;
      }[];
      readonly rows: readonly {
        readonly referral_id: string;
        readonly institution_id: string;
        readonly external_ref: string | null;
        readonly consultation_number: string | null;
        readonly settled_at: string;
        readonly payoff_cents: number | null;
        readonly payoff_as_of: string | null;
        readonly payoff_from: 'institution' | 'staff';
        readonly deductible_cents: number | null;
        readonly financed_value_cents: number | null;
        readonly ltv_cap_percent: number | null;
        readonly deductible_cover_cents: number | null;
        readonly terms_from: string | null;
        readonly terms_set_at: string | null;
        readonly offer_value_cents: number | null;
        readonly settlement_value_cents: number | null;
        readonly before_cents: number | null;
        readonly after_cents: number | null;
        readonly reduction_cents: number | null;
        readonly growth_cents: number | null;
        readonly surplus_cents: number | null;
        readonly beyond_program_cents: number | null;
        readonly basis: 'value' | 'unknown';
        readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
      }[];
    };
  };
  readonly 'exposure.list-terms': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly effective_on: string;
        readonly ltv_cap_percent: number | null;
        readonly deductible_cover_cents: number | null;
        readonly set_by: string;
        readonly set_at: string;
        readonly former: readonly {
          readonly ltv_cap_percent: number | null;
          readonly deductible_cover_cents: number | null;
          readonly set_by: string;
          readonly set_at: string;
        }[];
      }[];
    };
  };
  readonly 'exposure.record-receipt': {
    readonly body: {
      readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
      readonly received_on: string | null;
    };
    readonly response: {
      readonly object: 'gap.exposure';
      readonly referral_id: string;
      readonly institution_id: string;
      readonly livemode: boolean;
      readonly payoff_cents: number | null;
      readonly payoff_as_of: string | null;
      readonly payoff_from: 'institution' | 'staff';
      readonly deductible_cents: number | null;
      readonly financed_value_cents: number | null;
      readonly ltv_cap_percent: number | null;
      readonly deductible_cover_cents: number | null;
      readonly terms_from: string | null;
      readonly terms_set_at: string | null;
      readonly offer_value_cents: number | null;
      readonly settlement_value_cents: number | null;
      readonly before_cents: number | null;
      readonly after_cents: number | null;
      readonly reduction_cents: number | null;
      readonly growth_cents: number | null;
      readonly surplus_cents: number | null;
      readonly beyond_program_cents: number | null;
      readonly basis: 'value' | 'unknown';
      readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
      readonly checklist: readonly {
        readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
        readonly title: string;
        readonly holder: string;
        readonly received_on: string | null;
        readonly recorded_by: string | null;
        readonly recorded_by_name: string | null;
        readonly recorded_at: string | null;
      }[];
    };
  };
  readonly 'exposure.set-terms': {
    readonly body: {
      readonly effective_on?: string;
      readonly ltv_cap_percent?: number | null;
      readonly deductible_cover_cents?: number | null;
    };
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly effective_on: string;
        readonly ltv_cap_percent: number | null;
        readonly deductible_cover_cents: number | null;
        readonly set_by: string;
        readonly set_at: string;
        readonly former: readonly {
          readonly ltv_cap_percent: number | null;
          readonly deductible_cover_cents: number | null;
          readonly set_by: string;
          readonly set_at: string;
        }[];
      }[];
    };
  };
  readonly 'exposure.state-loan': {
    readonly body: {
      readonly payoff_cents?: number | null;
      readonly payoff_as_of?: string | null;
      readonly financed_value_cents?: number | null;
    };
    readonly response: {
      readonly object: 'gap.exposure';
      readonly referral_id: string;
      readonly institution_id: string;
      readonly livemode: boolean;
      readonly payoff_cents: number | null;
      readonly payoff_as_of: string | null;
      readonly payoff_from: 'institution' | 'staff';
      readonly deductible_cents: number | null;
      readonly financed_value_cents: number | null;
      readonly ltv_cap_percent: number | null;
      readonly deductible_cover_cents: number | null;
      readonly terms_from: string | null;
      readonly terms_set_at: string | null;
      readonly offer_value_cents: number | null;
      readonly settlement_value_cents: number | null;
      readonly before_cents: number | null;
      readonly after_cents: number | null;
      readonly reduction_cents: number | null;
      readonly growth_cents: number | null;
      readonly surplus_cents: number | null;
      readonly beyond_program_cents: number | null;
      readonly basis: 'value' | 'unknown';
      readonly unknown: readonly ('payoff_unknown' | 'deductible_unknown' | 'financed_value_unknown' | 'offer_value_unknown' | 'not_settled' | 'settlement_value_unknown')[];
      readonly checklist: readonly {
        readonly item: 'settlement_letter' | 'valuation_report' | 'settlement_breakdown' | 'payment_history' | 'payoff_letter' | 'buyers_order' | 'refunds' | 'police_report';
        readonly title: string;
        readonly holder: string;
        readonly received_on: string | null;
        readonly recorded_by: string | null;
        readonly recorded_by_name: string | null;
        readonly recorded_at: string | null;
      }[];
    };
  };
  readonly 'facts.attach-report': {
    readonly response: {
      readonly object: 'case.facts';
      readonly consultation_id: string;
      readonly version: number;
      readonly fields: readonly {
        readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone';
        readonly value: string | number | null;
        readonly from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
        readonly by: string | null;
        readonly at: string | null;
        readonly sent: string | number | null;
        readonly report: string | number | null;
      }[];
      readonly history: readonly {
        readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone' | 'offer_cents';
        readonly value: string | number | null;
        readonly withdrawn: boolean;
        readonly before: string | number | null;
        readonly before_from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
        readonly by: string | null;
        readonly at: string;
        readonly version: number;
      }[];
      readonly market: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly mid: number | null;
        readonly adjusted_mid: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
      } | null;
      readonly market_before: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly mid: number | null;
        readonly adjusted_mid: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
      } | null;
    };
  };
  readonly 'facts.change': {
    readonly body: {
      readonly seen: number;
      readonly changes: {
        readonly vin?: string | null;
        readonly year?: number | null;
        readonly make?: string | null;
        readonly model?: string | null;
        readonly trim?: string | null;
        readonly odometer?: number | null;
        readonly title?: string | null;
        readonly condition?: string | null;
        readonly date_of_loss?: string | null;
        readonly zip?: string | null;
        readonly loss_state?: string | null;
        readonly insurer?: string | null;
        readonly claim_number?: string | null;
        readonly payoff_cents?: number | null;
        readonly deductible_cents?: number | null;
        readonly first_name?: string | null;
        readonly last_name?: string | null;
        readonly email?: string | null;
        readonly phone?: string | null;
      };
      readonly withdrawn?: readonly ('vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone')[];
    };
    readonly response: {
      readonly object: 'case.facts';
      readonly consultation_id: string;
      readonly version: number;
      readonly fields: readonly {
        readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone';
        readonly value: string | number | null;
        readonly from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
        readonly by: string | null;
        readonly at: string | null;
        readonly sent: string | number | null;
        readonly report: string | number | null;
      }[];
      readonly history: readonly {
        readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone' | 'offer_cents';
        readonly value: string | number | null;
        readonly withdrawn: boolean;
        readonly before: string | number | null;
        readonly before_from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
        readonly by: string | null;
        readonly at: string;
        readonly version: number;
      }[];
      readonly market: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly mid: number | null;
        readonly adjusted_mid: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
      } | null;
      readonly market_before: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly mid: number | null;
        readonly adjusted_mid: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
      } | null;
    };
  };
  readonly 'facts.decode-vin': {
    readonly body: {
      readonly vin: string;
    };
    readonly response: {
      readonly object: 'decoded_vin';
      readonly vin: string;
      readonly complete: boolean;
      readonly year: number | null;
      readonly make: string | null;
      readonly model: string | null;
      readonly series: string | null;
      readonly trims: readonly string[];
      readonly body: string | null;
      readonly engine: string | null;
      readonly displacement_l: number | null;
      readonly cylinders: number | null;
      readonly fuel: string | null;
      readonly drive: string | null;
      readonly check_digit: 'right' | 'wrong' | 'unknown';
      readonly confidence: 'high' | 'medium' | 'low' | null;
    };
  };
  readonly 'facts.get': {
    readonly response: {
      readonly object: 'case.facts';
      readonly consultation_id: string;
      readonly version: number;
      readonly fields: readonly {
        readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone';
        readonly value: string | number | null;
        readonly from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
        readonly by: string | null;
        readonly at: string | null;
        readonly sent: string | number | null;
        readonly report: string | number | null;
      }[];
      readonly history: readonly {
        readonly field: 'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'title' | 'condition' | 'date_of_loss' | 'zip' | 'loss_state' | 'insurer' | 'claim_number' | 'payoff_cents' | 'deductible_cents' | 'first_name' | 'last_name' | 'email' | 'phone' | 'offer_cents';
        readonly value: string | number | null;
        readonly withdrawn: boolean;
        readonly before: string | number | null;
        readonly before_from: 'staff' | 'customer' | 'report' | 'agent' | 'institution' | 'plate' | 'listing' | 'VIN' | null;
        readonly by: string | null;
        readonly at: string;
        readonly version: number;
      }[];
      readonly market: {
        readonly label: string;
        readonly coverage: string;
        readonly sample_size: number;
        readonly mid: number | null;
        readonly adjusted_mid: number | null;
        readonly gap_cents: number | null;
        readonly snapshot_id: string | null;
      } | null;
    };
  };
  readonly 'intakes.create-by-telephone': {
    readonly body: {
      readonly customer: {
        readonly first_name?: string;
        readonly last_name?: string;
        readonly email?: string;
        readonly phone: string;
      };
      readonly vehicle?: {
        readonly vin?: string;
        readonly plate?: string;
        readonly plate_state?: string;
        readonly year?: number;
        readonly make?: string;
        readonly model?: string;
        readonly trim?: string;
        readonly odometer?: number;
      };
      readonly loss?: {
        readonly date_of_loss?: string;
        readonly loss_state?: string;
        readonly zip?: string;
        readonly insurance_path?: 'own' | 'at-fault' | 'unknown' | 'none';
      };
      readonly offer?: {
        readonly insurer?: string;
        readonly claim_number?: string;
        readonly acv_offer_cents?: number;
        readonly acv_offer?: number;
      };
      readonly wording_version: string;
      readonly agreed: true;
      readonly number_read_back: boolean;
      readonly lift_do_not_contact?: boolean;
    };
    readonly response: {
      readonly object: 'telephone_case';
      readonly created: boolean;
      readonly consultation_id: string;
      readonly do_not_contact: boolean;
    };
  };
  readonly 'intakes.get-record': {
    readonly response: {
      readonly object: 'intake';
      readonly id: string;
      readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
      readonly agent_tier: 'anonymous' | 'registered';
      readonly principal_id: string | null;
      readonly external_ref: string | null;
      readonly agent: {
        readonly name: string;
        readonly platform: string;
        readonly version?: string;
        readonly operator_url?: string;
      };
      readonly customer: {
        readonly first_name?: string;
        readonly last_name?: string;
        readonly email?: string;
        readonly phone?: string;
      };
      readonly struck_phones: readonly string[];
      readonly consent: {
        readonly mode?: 'customer_directed' | 'warm_handoff';
        readonly attestation: string;
        readonly attestor_name?: string;
        readonly notify_customer?: boolean;
      };
      readonly vehicle: {
        readonly vin?: string;
        readonly plate?: string;
        readonly plate_state?: string;
        readonly year?: number;
        readonly make?: string;
        readonly model?: string;
        readonly trim?: string;
        readonly odometer?: number;
      };
      readonly loss: {
        readonly date_of_loss?: string;
        readonly loss_state?: string;
        readonly zip?: string;
        readonly insurance_path?: 'own' | 'at-fault' | 'unknown' | 'none';
      };
      readonly offer: {
        readonly insurer?: string;
        readonly claim_number?: string;
        readonly acv_offer_cents?: number;
        readonly acv_offer?: number;
      };
      readonly found: {
        readonly plate?: {
          readonly vin: string;
        };
        readonly decoded?: {
          readonly vin: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
          readonly series?: string;
          readonly trims: readonly string[];
          readonly body?: string;
          readonly engine?: string;
          readonly displacement_l?: number;
          readonly cylinders?: number;
          readonly fuel?: string;
          readonly powertrain?: 'battery' | 'plug-in' | 'engine';
          readonly drive?: string;
          readonly cab?: string;
          readonly transmission?: string;
          readonly check_digit: 'right' | 'wrong' | 'unknown';
          readonly confidence: 'high' | 'medium' | 'low';
          readonly data_version: string;
        };
        readonly listing?: {
          readonly vin: string;
          readonly trim: string;
        };
        readonly report?: {
          readonly vin?: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
          readonly trim?: string;
          readonly odometer?: number;
          readonly date_of_loss?: string;
          readonly insurer?: string;
          readonly claim_number?: string;
          readonly offer_cents?: number;
        };
        readonly nothing_read?: true;
        readonly staff?: Readonly<Record<string, {
          readonly value: string | number | null;
          readonly by: string;
          readonly at: string;
        }>>;
      };
      readonly preliminary: {
        readonly vehicle_label: string;
        readonly coverage: 'good' | 'thin' | 'none';
        readonly sample_size: number;
        readonly market: {
          readonly low: number | null;
          readonly mid: number | null;
          readonly high: number | null;
        };
        readonly adjusted_mid: number | null;
        readonly adjusted_range: {
          readonly low: number;
          readonly high: number;
        } | null;
        readonly gap_vs_offer_cents: number | null;
        readonly snapshot_id: string | null;
        readonly disclaimer: string;
      } | null;
      readonly attestation_version: string;
      readonly priority_callback: boolean;
      readonly confirmation: {
        readonly at: string;
        readonly attestation_version: string;
        readonly by: 'customer' | 'staff';
        readonly via?: 'relayed' | 'email' | 'text' | 'call';
        readonly token?: string;
        readonly wording_version?: string;
        readonly wording_hash?: string;
        readonly ip?: string;
        readonly user_agent?: string;
        readonly staff_id?: string;
      } | null;
      readonly proven: 'email' | 'text' | 'call' | null;
      readonly consultation: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly language: 'en' | 'es' | null;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly initial_offer_cents: number | null;
        readonly settlement_cents: number | null;
        readonly settled_at: string | null;
        readonly money: {
          readonly offer: {
            readonly value: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly tax: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly fees: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly other: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly deductible: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly total: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly stated: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly sum_cents: number | null;
          };
          readonly settlement: {
            readonly value: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly tax: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly fees: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly other: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly deductible: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly total: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly stated: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly sum_cents: number | null;
          };
          readonly improvement_cents: number | null;
          readonly missing: readonly ('offer' | 'settlement')[];
        };
        readonly calls: readonly {
          readonly id: string;
          readonly staff_id: string;
          readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
          readonly note: string | null;
          readonly called_at: string;
          readonly rule_version: string | null;
          readonly local_time: string | null;
          readonly callback_at: string | null;
          readonly applied_from: string | null;
        }[];
      } | null;
      readonly messages: readonly {
        readonly id: string;
        readonly purpose: string;
        readonly channel: string;
        readonly state: string;
        readonly held_by: 'recipient' | 'budget' | null;
        readonly provider_status: string | null;
        readonly attempts: number;
        readonly created_at: string;
        readonly finished_at: string | null;
      }[];
      readonly documents: readonly {
        readonly object: 'document';
        readonly id: string;
        readonly intake_id: string;
        readonly sha256: string;
        readonly size_bytes: number;
        readonly reading: {
          readonly vendor: 'ccc' | 'mitchell' | 'unknown';
          readonly pages: number;
          readonly ocr: boolean;
          readonly fields: {
            readonly vin?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly year?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly make?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly model?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly trim?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly odometer?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly offer_cents?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly insurer?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly claim_number?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly date_of_loss?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
          };
          readonly checks: readonly {
            readonly name: 'vin_check_digit' | 'vin_make' | 'vin_year' | 'value_adds_up' | 'loss_before_report';
            readonly outcome: 'passed' | 'failed' | 'unknown';
          }[];
          readonly owner?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly contents?: {
            readonly loss_type?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly report_date?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly sum: readonly {
              readonly name: 'statewide' | 'base' | 'valuation' | 'condition' | 'prior_damage' | 'aftermarket' | 'refurbishment' | 'title_history' | 'adjustment' | 'offer' | 'tax' | 'fees' | 'other' | 'before_deductible' | 'deductible' | 'total';
              readonly label: string;
              readonly cents: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly rate_thousandths?: number;
            }[];
            readonly search_radius_miles?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly typical_mileage?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly overall_condition?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly typical_condition?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly condition_total?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly condition: readonly {
              readonly group?: string;
              readonly component: string;
              readonly grade?: string;
              readonly cents?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly comparables: readonly {
              readonly number: number;
              readonly description?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly price?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly price_kind?: 'list' | 'sold' | 'take';
              readonly list_price?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly vin?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly vin_masked: boolean;
              readonly odometer?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly distance_miles?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly dated?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly date_kind?: 'listed' | 'updated';
              readonly adjustments: readonly {
                readonly name: string;
                readonly own?: string;
                readonly theirs?: string;
                readonly cents?: {
                  readonly value: number;
                  readonly confidence: 'high' | 'low';
                  readonly page: number;
                  readonly box?: readonly number[];
                  readonly source: 'text' | 'ocr';
                };
              }[];
              readonly adjustments_total?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly adjusted?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly identities: readonly {
              readonly name: 'offer_adds_up' | 'total_adds_up' | 'base_is_mean' | 'base_repeats' | 'valuation_is_mean' | 'tax_is_rate' | 'condition_adds_up' | 'refurbishment_adds_up' | 'comparables_add_up' | 'comparables_repeat' | 'own_odometer_repeats';
              readonly outcome: 'passed' | 'failed' | 'unknown';
            }[];
          };
        };
        readonly nothing_read: boolean;
        readonly differences: readonly {
          readonly field: string;
          readonly sent: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly file_removed_at: string | null;
        readonly created_at: string;
      }[];
      readonly created_at: string;
      readonly status_at: string;
      readonly expires_at: string;
    };
  };
  readonly 'intakes.get-telephone-wording': {
    readonly response: {
      readonly object: 'telephone_wording';
      readonly version: string;
      readonly asked: string;
      readonly agreement: string;
      readonly lifting: string;
    };
  };
  readonly 'intakes.log-call': {
    readonly body: {
      readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
      readonly note?: string;
      readonly callback_at?: string;
      readonly seen_calls?: number;
      readonly attempt_id?: string;
    };
    readonly response: {
      readonly object: 'intake';
      readonly id: string;
      readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
      readonly agent_tier: 'anonymous' | 'registered';
      readonly principal_id: string | null;
      readonly external_ref: string | null;
      readonly agent: {
        readonly name: string;
        readonly platform: string;
        readonly version?: string;
        readonly operator_url?: string;
      };
      readonly customer: {
        readonly first_name?: string;
        readonly last_name?: string;
        readonly email?: string;
        readonly phone?: string;
      };
      readonly struck_phones: readonly string[];
      readonly consent: {
        readonly mode?: 'customer_directed' | 'warm_handoff';
        readonly attestation: string;
        readonly attestor_name?: string;
        readonly notify_customer?: boolean;
      };
      readonly vehicle: {
        readonly vin?: string;
        readonly plate?: string;
        readonly plate_state?: string;
        readonly year?: number;
        readonly make?: string;
        readonly model?: string;
        readonly trim?: string;
        readonly odometer?: number;
      };
      readonly loss: {
        readonly date_of_loss?: string;
        readonly loss_state?: string;
        readonly zip?: string;
        readonly insurance_path?: 'own' | 'at-fault' | 'unknown' | 'none';
      };
      readonly offer: {
        readonly insurer?: string;
        readonly claim_number?: string;
        readonly acv_offer_cents?: number;
        readonly acv_offer?: number;
      };
      readonly found: {
        readonly plate?: {
          readonly vin: string;
        };
        readonly decoded?: {
          readonly vin: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
          readonly series?: string;
          readonly trims: readonly string[];
          readonly body?: string;
          readonly engine?: string;
          readonly displacement_l?: number;
          readonly cylinders?: number;
          readonly fuel?: string;
          readonly powertrain?: 'battery' | 'plug-in' | 'engine';
          readonly drive?: string;
          readonly cab?: string;
          readonly transmission?: string;
          readonly check_digit: 'right' | 'wrong' | 'unknown';
          readonly confidence: 'high' | 'medium' | 'low';
          readonly data_version: string;
        };
        readonly listing?: {
          readonly vin: string;
          readonly trim: string;
        };
        readonly report?: {
          readonly vin?: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
          readonly trim?: string;
          readonly odometer?: number;
          readonly date_of_loss?: string;
          readonly insurer?: string;
          readonly claim_number?: string;
          readonly offer_cents?: number;
        };
        readonly nothing_read?: true;
        readonly staff?: Readonly<Record<string, {
          readonly value: string | number | null;
          readonly by: string;
          readonly at: string;
        }>>;
      };
      readonly preliminary: {
        readonly vehicle_label: string;
        readonly coverage: 'good' | 'thin' | 'none';
        readonly sample_size: number;
        readonly market: {
          readonly low: number | null;
          readonly mid: number | null;
          readonly high: number | null;
        };
        readonly adjusted_mid: number | null;
        readonly adjusted_range: {
          readonly low: number;
          readonly high: number;
        } | null;
        readonly gap_vs_offer_cents: number | null;
        readonly snapshot_id: string | null;
        readonly disclaimer: string;
      } | null;
      readonly attestation_version: string;
      readonly priority_callback: boolean;
      readonly confirmation: {
        readonly at: string;
        readonly attestation_version: string;
        readonly by: 'customer' | 'staff';
        readonly via?: 'relayed' | 'email' | 'text' | 'call';
        readonly token?: string;
        readonly wording_version?: string;
        readonly wording_hash?: string;
        readonly ip?: string;
        readonly user_agent?: string;
        readonly staff_id?: string;
      } | null;
      readonly proven: 'email' | 'text' | 'call' | null;
      readonly consultation: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly language: 'en' | 'es' | null;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly initial_offer_cents: number | null;
        readonly settlement_cents: number | null;
        readonly settled_at: string | null;
        readonly money: {
          readonly offer: {
            readonly value: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly tax: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly fees: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly other: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly deductible: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly total: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly stated: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly sum_cents: number | null;
          };
          readonly settlement: {
            readonly value: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly tax: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly fees: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly other: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly deductible: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly total: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly stated: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly sum_cents: number | null;
          };
          readonly improvement_cents: number | null;
          readonly missing: readonly ('offer' | 'settlement')[];
        };
        readonly calls: readonly {
          readonly id: string;
          readonly staff_id: string;
          readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
          readonly note: string | null;
          readonly called_at: string;
          readonly rule_version: string | null;
          readonly local_time: string | null;
          readonly callback_at: string | null;
          readonly applied_from: string | null;
        }[];
      } | null;
      readonly messages: readonly {
        readonly id: string;
        readonly purpose: string;
        readonly channel: string;
        readonly state: string;
        readonly held_by: 'recipient' | 'budget' | null;
        readonly provider_status: string | null;
        readonly attempts: number;
        readonly created_at: string;
        readonly finished_at: string | null;
      }[];
      readonly documents: readonly {
        readonly object: 'document';
        readonly id: string;
        readonly intake_id: string;
        readonly sha256: string;
        readonly size_bytes: number;
        readonly reading: {
          readonly vendor: 'ccc' | 'mitchell' | 'unknown';
          readonly pages: number;
          readonly ocr: boolean;
          readonly fields: {
            readonly vin?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly year?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly make?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly model?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly trim?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly odometer?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly offer_cents?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly insurer?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly claim_number?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly date_of_loss?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
          };
          readonly checks: readonly {
            readonly name: 'vin_check_digit' | 'vin_make' | 'vin_year' | 'value_adds_up' | 'loss_before_report';
            readonly outcome: 'passed' | 'failed' | 'unknown';
          }[];
          readonly owner?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly contents?: {
            readonly loss_type?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly report_date?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly sum: readonly {
              readonly name: 'statewide' | 'base' | 'valuation' | 'condition' | 'prior_damage' | 'aftermarket' | 'refurbishment' | 'title_history' | 'adjustment' | 'offer' | 'tax' | 'fees' | 'other' | 'before_deductible' | 'deductible' | 'total';
              readonly label: string;
              readonly cents: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly rate_thousandths?: number;
            }[];
            readonly search_radius_miles?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly typical_mileage?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly overall_condition?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly typical_condition?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly condition_total?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly condition: readonly {
              readonly group?: string;
              readonly component: string;
              readonly grade?: string;
              readonly cents?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly comparables: readonly {
              readonly number: number;
              readonly description?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly price?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly price_kind?: 'list' | 'sold' | 'take';
              readonly list_price?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly vin?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly vin_masked: boolean;
              readonly odometer?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly distance_miles?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly dated?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly date_kind?: 'listed' | 'updated';
              readonly adjustments: readonly {
                readonly name: string;
                readonly own?: string;
                readonly theirs?: string;
                readonly cents?: {
                  readonly value: number;
                  readonly confidence: 'high' | 'low';
                  readonly page: number;
                  readonly box?: readonly number[];
                  readonly source: 'text' | 'ocr';
                };
              }[];
              readonly adjustments_total?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly adjusted?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly identities: readonly {
              readonly name: 'offer_adds_up' | 'total_adds_up' | 'base_is_mean' | 'base_repeats' | 'valuation_is_mean' | 'tax_is_rate' | 'condition_adds_up' | 'refurbishment_adds_up' | 'comparables_add_up' | 'comparables_repeat' | 'own_odometer_repeats';
              readonly outcome: 'passed' | 'failed' | 'unknown';
            }[];
          };
        };
        readonly nothing_read: boolean;
        readonly differences: readonly {
          readonly field: string;
          readonly sent: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly file_removed_at: string | null;
        readonly created_at: string;
      }[];
      readonly created_at: string;
      readonly status_at: string;
      readonly expires_at: string;
      readonly logged: {
        readonly call_id: string | null;
        readonly status_changed: boolean;
        readonly listed: boolean;
        readonly applied_to: readonly string[];
      };
    };
  };
  readonly 'intakes.start': {
    readonly response: {
      readonly object: 'intake';
      readonly id: string;
      readonly status: 'received' | 'welcome_sent' | 'contact_attempted' | 'customer_confirmed' | 'consultation_active' | 'declined' | 'not_eligible' | 'duplicate' | 'expired';
      readonly agent_tier: 'anonymous' | 'registered';
      readonly principal_id: string | null;
      readonly external_ref: string | null;
      readonly agent: {
        readonly name: string;
        readonly platform: string;
        readonly version?: string;
        readonly operator_url?: string;
      };
      readonly customer: {
        readonly first_name?: string;
        readonly last_name?: string;
        readonly email?: string;
        readonly phone?: string;
      };
      readonly struck_phones: readonly string[];
      readonly consent: {
        readonly mode?: 'customer_directed' | 'warm_handoff';
        readonly attestation: string;
        readonly attestor_name?: string;
        readonly notify_customer?: boolean;
      };
      readonly vehicle: {
        readonly vin?: string;
        readonly plate?: string;
        readonly plate_state?: string;
        readonly year?: number;
        readonly make?: string;
        readonly model?: string;
        readonly trim?: string;
        readonly odometer?: number;
      };
      readonly loss: {
        readonly date_of_loss?: string;
        readonly loss_state?: string;
        readonly zip?: string;
        readonly insurance_path?: 'own' | 'at-fault' | 'unknown' | 'none';
      };
      readonly offer: {
        readonly insurer?: string;
        readonly claim_number?: string;
        readonly acv_offer_cents?: number;
        readonly acv_offer?: number;
      };
      readonly found: {
        readonly plate?: {
          readonly vin: string;
        };
        readonly decoded?: {
          readonly vin: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
          readonly series?: string;
          readonly trims: readonly string[];
          readonly body?: string;
          readonly engine?: string;
          readonly displacement_l?: number;
          readonly cylinders?: number;
          readonly fuel?: string;
          readonly powertrain?: 'battery' | 'plug-in' | 'engine';
          readonly drive?: string;
          readonly cab?: string;
          readonly transmission?: string;
          readonly check_digit: 'right' | 'wrong' | 'unknown';
          readonly confidence: 'high' | 'medium' | 'low';
          readonly data_version: string;
        };
        readonly listing?: {
          readonly vin: string;
          readonly trim: string;
        };
        readonly report?: {
          readonly vin?: string;
          readonly year?: number;
          readonly make?: string;
          readonly model?: string;
          readonly trim?: string;
          readonly odometer?: number;
          readonly date_of_loss?: string;
          readonly insurer?: string;
          readonly claim_number?: string;
          readonly offer_cents?: number;
        };
        readonly nothing_read?: true;
        readonly staff?: Readonly<Record<string, {
          readonly value: string | number | null;
          readonly by: string;
          readonly at: string;
        }>>;
      };
      readonly preliminary: {
        readonly vehicle_label: string;
        readonly coverage: 'good' | 'thin' | 'none';
        readonly sample_size: number;
        readonly market: {
          readonly low: number | null;
          readonly mid: number | null;
          readonly high: number | null;
        };
        readonly adjusted_mid: number | null;
        readonly adjusted_range: {
          readonly low: number;
          readonly high: number;
        } | null;
        readonly gap_vs_offer_cents: number | null;
        readonly snapshot_id: string | null;
        readonly disclaimer: string;
      } | null;
      readonly attestation_version: string;
      readonly priority_callback: boolean;
      readonly confirmation: {
        readonly at: string;
        readonly attestation_version: string;
        readonly by: 'customer' | 'staff';
        readonly via?: 'relayed' | 'email' | 'text' | 'call';
        readonly token?: string;
        readonly wording_version?: string;
        readonly wording_hash?: string;
        readonly ip?: string;
        readonly user_agent?: string;
        readonly staff_id?: string;
      } | null;
      readonly proven: 'email' | 'text' | 'call' | null;
      readonly consultation: {
        readonly id: string;
        readonly number: string;
        readonly source: 'agent_intake' | 'referral' | 'membership';
        readonly source_id: string;
        readonly priority: boolean;
        readonly test: boolean;
        readonly language: 'en' | 'es' | null;
        readonly opened_at: string;
        readonly delivered_at: string | null;
        readonly closed_at: string | null;
        readonly initial_offer_cents: number | null;
        readonly settlement_cents: number | null;
        readonly settled_at: string | null;
        readonly money: {
          readonly offer: {
            readonly value: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly tax: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly fees: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly other: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly deductible: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly total: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly stated: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly sum_cents: number | null;
          };
          readonly settlement: {
            readonly value: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly tax: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly fees: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly other: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly deductible: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly total: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly stated: {
              readonly cents: number;
              readonly from: 'agent' | 'institution' | 'customer' | 'report' | 'staff';
            } | null;
            readonly sum_cents: number | null;
          };
          readonly improvement_cents: number | null;
          readonly missing: readonly ('offer' | 'settlement')[];
        };
        readonly calls: readonly {
          readonly id: string;
          readonly staff_id: string;
          readonly outcome: 'no_answer' | 'voicemail' | 'callback_requested' | 'confirmed' | 'declined' | 'not_requested' | 'do_not_contact' | 'wrong_number';
          readonly note: string | null;
          readonly called_at: string;
          readonly rule_version: string | null;
          readonly local_time: string | null;
          readonly callback_at: string | null;
          readonly applied_from: string | null;
        }[];
      } | null;
      readonly messages: readonly {
        readonly id: string;
        readonly purpose: string;
        readonly channel: string;
        readonly state: string;
        readonly held_by: 'recipient' | 'budget' | null;
        readonly provider_status: string | null;
        readonly attempts: number;
        readonly created_at: string;
        readonly finished_at: string | null;
      }[];
      readonly documents: readonly {
        readonly object: 'document';
        readonly id: string;
        readonly intake_id: string;
        readonly sha256: string;
        readonly size_bytes: number;
        readonly reading: {
          readonly vendor: 'ccc' | 'mitchell' | 'unknown';
          readonly pages: number;
          readonly ocr: boolean;
          readonly fields: {
            readonly vin?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly year?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly make?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly model?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly trim?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly odometer?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly offer_cents?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly insurer?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly claim_number?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly date_of_loss?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
          };
          readonly checks: readonly {
            readonly name: 'vin_check_digit' | 'vin_make' | 'vin_year' | 'value_adds_up' | 'loss_before_report';
            readonly outcome: 'passed' | 'failed' | 'unknown';
          }[];
          readonly owner?: {
            readonly value: string;
            readonly confidence: 'high' | 'low';
            readonly page: number;
            readonly box?: readonly number[];
            readonly source: 'text' | 'ocr';
          };
          readonly contents?: {
            readonly loss_type?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly report_date?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly sum: readonly {
              readonly name: 'statewide' | 'base' | 'valuation' | 'condition' | 'prior_damage' | 'aftermarket' | 'refurbishment' | 'title_history' | 'adjustment' | 'offer' | 'tax' | 'fees' | 'other' | 'before_deductible' | 'deductible' | 'total';
              readonly label: string;
              readonly cents: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly rate_thousandths?: number;
            }[];
            readonly search_radius_miles?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly typical_mileage?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly overall_condition?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly typical_condition?: {
              readonly value: string;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly condition_total?: {
              readonly value: number;
              readonly confidence: 'high' | 'low';
              readonly page: number;
              readonly box?: readonly number[];
              readonly source: 'text' | 'ocr';
            };
            readonly condition: readonly {
              readonly group?: string;
              readonly component: string;
              readonly grade?: string;
              readonly cents?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly comparables: readonly {
              readonly number: number;
              readonly description?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly price?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly price_kind?: 'list' | 'sold' | 'take';
              readonly list_price?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly vin?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly vin_masked: boolean;
              readonly odometer?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly distance_miles?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly dated?: {
                readonly value: string;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly date_kind?: 'listed' | 'updated';
              readonly adjustments: readonly {
                readonly name: string;
                readonly own?: string;
                readonly theirs?: string;
                readonly cents?: {
                  readonly value: number;
                  readonly confidence: 'high' | 'low';
                  readonly page: number;
                  readonly box?: readonly number[];
                  readonly source: 'text' | 'ocr';
                };
              }[];
              readonly adjustments_total?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
              readonly adjusted?: {
                readonly value: number;
                readonly confidence: 'high' | 'low';
                readonly page: number;
                readonly box?: readonly number[];
                readonly source: 'text' | 'ocr';
              };
            }[];
            readonly identities: readonly {
              readonly name: 'offer_adds_up' | 'total_adds_up' | 'base_is_mean' | 'base_repeats' | 'valuation_is_mean' | 'tax_is_rate' | 'condition_adds_up' | 'refurbishment_adds_up' | 'comparables_add_up' | 'comparables_repeat' | 'own_odometer_repeats';
              readonly outcome: 'passed' | 'failed' | 'unknown';
            }[];
          };
        };
        readonly nothing_read: boolean;
        readonly differences: readonly {
          readonly field: string;
          readonly sent: string | number | null;
          readonly read: string | number | null;
        }[];
        readonly file_removed_at: string | null;
        readonly created_at: string;
      }[];
      readonly created_at: string;
      readonly status_at: string;
      readonly expires_at: string;
    };
  };
  readonly 'market.get-snapshot': {
    readonly response: {
      readonly id: string;
      readonly method: string;
      readonly vehicle_label: string;
      readonly subject: {
        readonly year: number;
        readonly make: string;
        readonly model: string;
        readonly trim: string | null;
        readonly trim_candidates: readonly string[];
        readonly odometer: number | null;
        readonly zip: string | null;
        readonly state: string | null;
        readonly fuel: string | null;
        readonly body: string | null;
        readonly drive: string | null;
        readonly title_branded: boolean | null;
        readonly date_of_loss: string | null;
      };
      readonly radius_miles: number | null;
      readonly same_trim: boolean;
      readonly window: {
        readonly from: string;
        readonly until: string;
      } | null;
      readonly widenings: readonly string[];
      readonly withheld: readonly ('few' | 'trims' | 'unlisted trim' | 'title' | 'fuel')[];
      readonly synthetic: boolean;
      readonly sample_size: number;
      readonly market: {
        readonly low: number;
        readonly mid: number;
        readonly high: number;
      } | null;
      readonly adjusted: {
        readonly low: number;
        readonly mid: number;
        readonly high: number;
      } | null;
      readonly slope_dollars_per_mile: number | null;
      readonly year_share: number | null;
      readonly rates: 'model' | 'general';
      readonly capped: number;
      readonly taken_at: string;
      readonly coverage: 'good' | 'thin' | 'none';
      readonly basis: string;
      readonly caveats: readonly string[];
      readonly comparables: readonly {
        readonly source: string;
        readonly source_id: string;
        readonly vin: string | null;
        readonly year: number;
        readonly trim: string | null;
        readonly price: number;
        readonly miles: number | null;
        readonly distance_miles: number | null;
        readonly state: string | null;
        readonly dealer: string | null;
        readonly first_seen_at: string | null;
        readonly last_seen_at: string;
        readonly fuel: string | null;
        readonly url: string | null;
        readonly adjustment: number | null;
        readonly adjusted_price: number | null;
        readonly adjustment_capped: boolean;
      }[];
    };
  };
  readonly 'partners.change-institution': {
    readonly body: {
      readonly name?: string;
      readonly status?: 'active' | 'suspended';
      readonly program?: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
      };
      readonly plans?: readonly {
        readonly code: string;
        readonly unit_price_cents: number;
      }[];
      readonly technical_contact_email?: string | null;
      readonly billing_contact_email?: string | null;
      readonly bill_to?: string | null;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.institution';
      readonly name: string;
      readonly status: 'active' | 'suspended';
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
      };
      readonly plans: readonly {
        readonly code: string;
        readonly unit_price_cents: number;
      }[];
      readonly technical_contact_email: string | null;
      readonly billing_contact_email: string | null;
      readonly bill_to: string | null;
      readonly created_at: string;
      readonly live_requested_at: string | null;
      readonly live_requested_by: string | null;
    };
  };
  readonly 'partners.create-institution': {
    readonly body: {
      readonly name: string;
      readonly program?: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
      };
      readonly plans?: readonly {
        readonly code: string;
        readonly unit_price_cents: number;
      }[];
      readonly technical_contact_email?: string | null;
      readonly billing_contact_email?: string | null;
      readonly bill_to?: string | null;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.institution';
      readonly name: string;
      readonly status: 'active' | 'suspended';
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
      };
      readonly plans: readonly {
        readonly code: string;
        readonly unit_price_cents: number;
      }[];
      readonly technical_contact_email: string | null;
      readonly billing_contact_email: string | null;
      readonly bill_to: string | null;
      readonly created_at: string;
      readonly live_requested_at: string | null;
      readonly live_requested_by: string | null;
    };
  };
  readonly 'partners.get-institution': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.institution';
      readonly name: string;
      readonly status: 'active' | 'suspended';
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
      };
      readonly plans: readonly {
        readonly code: string;
        readonly unit_price_cents: number;
      }[];
      readonly technical_contact_email: string | null;
      readonly billing_contact_email: string | null;
      readonly bill_to: string | null;
      readonly created_at: string;
      readonly live_requested_at: string | null;
      readonly live_requested_by: string | null;
    };
  };
  readonly 'plans.cancel-redemption': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.redemption';
      readonly status: 'open' | 'completed' | 'canceled';
      readonly enrollment_id: string;
      readonly loss_notice_id: string;
      readonly consultation_number: string;
      readonly test: boolean;
      readonly created_at: string;
      readonly completed_at: string | null;
    };
  };
  readonly 'plans.complete-redemption': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.redemption';
      readonly status: 'open' | 'completed' | 'canceled';
      readonly enrollment_id: string;
      readonly loss_notice_id: string;
      readonly consultation_number: string;
      readonly test: boolean;
      readonly created_at: string;
      readonly completed_at: string | null;
    };
  };
  readonly 'plans.get-statement': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.statement';
      readonly number: string;
      readonly period: string;
      readonly status: 'issued' | 'paid' | 'void';
      readonly currency: 'USD';
      readonly enrollment_count: number;
      readonly amount_cents: number;
      readonly lines: readonly {
        readonly plan: string;
        readonly quantity: number;
        readonly unit_price_cents: number;
        readonly amount_cents: number;
      }[];
      readonly issued_at: string;
      readonly due_at: string;
    };
  };
  readonly 'plans.get-statement-settings': {
    readonly response: {
      readonly issuer: string | null;
      readonly remit_to: string | null;
      readonly updated_at: string | null;
    };
  };
  readonly 'plans.list-statement-changes': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly kind: 'sent' | 'paid' | 'void' | 'reopened';
        readonly staff_id: string;
        readonly at: string;
        readonly note: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'plans.list-statements-of': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.statement';
        readonly number: string;
        readonly period: string;
        readonly status: 'issued' | 'paid' | 'void';
        readonly currency: 'USD';
        readonly enrollment_count: number;
        readonly amount_cents: number;
        readonly lines: readonly {
          readonly plan: string;
          readonly quantity: number;
          readonly unit_price_cents: number;
          readonly amount_cents: number;
        }[];
        readonly issued_at: string;
        readonly due_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'plans.run-statements': {
    readonly body: {
      readonly period: string;
    };
    readonly response: {
      readonly period: string;
      readonly issued: number;
      readonly existing: number;
      readonly unpriced: readonly {
        readonly institution_id: string;
        readonly plan: string;
      }[];
    };
  };
  readonly 'plans.send-statement': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'plans.set-statement-settings': {
    readonly body: {
      readonly issuer: string;
      readonly remit_to: string;
    };
    readonly response: {
      readonly issuer: string | null;
      readonly remit_to: string | null;
      readonly updated_at: string | null;
    };
  };
  readonly 'plans.set-statement-status': {
    readonly body: {
      readonly status: 'issued' | 'paid' | 'void';
      readonly note?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.statement';
      readonly number: string;
      readonly period: string;
      readonly status: 'issued' | 'paid' | 'void';
      readonly currency: 'USD';
      readonly enrollment_count: number;
      readonly amount_cents: number;
      readonly lines: readonly {
        readonly plan: string;
        readonly quantity: number;
        readonly unit_price_cents: number;
        readonly amount_cents: number;
      }[];
      readonly issued_at: string;
      readonly due_at: string;
    };
  };
  readonly 'portal-users.list-authenticator-resets': {
    readonly response: {
      readonly data: readonly {
        readonly id: string;
        readonly email: string;
        readonly name: string;
        readonly made_by: string;
        readonly identity_check: string;
        readonly created_at: string;
        readonly opens_at: string;
        readonly expires_at: string;
        readonly state: 'waiting' | 'open' | 'used' | 'stopped_by_user' | 'stopped_by_us' | 'expired';
      }[];
    };
  };
  readonly 'portal-users.list-sign-ups': {
    readonly response: {
      readonly data: readonly {
        readonly institution_id: string;
        readonly institution_name: string;
        readonly name: string;
        readonly email: string;
        readonly purpose: string;
        readonly signed_up_at: string;
        readonly live_requested_at: string | null;
        readonly live_opened_at: string | null;
      }[];
    };
  };
  readonly 'portal-users.open-live': {
    readonly response: {
      readonly id: string;
      readonly live_opened_at: string;
    };
  };
  readonly 'portal-users.reset-by-staff': {
    readonly body: {
      readonly email: string;
      readonly identity_check: string;
    };
    readonly response: {
      readonly id: string;
      readonly opens_at: string;
      readonly expires_at: string;
    };
  };
  readonly 'portal-users.stop-reset-by-staff': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'privacy.ask-erasure': {
    readonly body: {
      readonly scope: 'case' | 'email' | 'phone';
      readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
      readonly confirm: string;
    };
    readonly response: {
      readonly id: string;
      readonly scope: 'case' | 'email' | 'phone';
      readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
      readonly asked_by: string;
      readonly asked_at: string;
      readonly state: 'waiting' | 'running' | 'done' | 'stopped';
      readonly problem: 'legal_hold' | 'money_open' | 'failed' | null;
      readonly finished_at: string | null;
      readonly rows: number | null;
    };
  };
  readonly 'privacy.export-customer': {
    readonly response: {
      readonly exported_at: string;
      readonly contacts: readonly string[];
      readonly cases: readonly {
        readonly number: string;
        readonly id: string;
        readonly source_id: string;
      }[];
      readonly data: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    };
  };
  readonly 'privacy.get-customer-data': {
    readonly response: {
      readonly object: 'privacy.customer_data';
      readonly consultation_id: string;
      readonly number: string;
      readonly scopes: readonly ('case' | 'email' | 'phone')[];
      readonly legal_holds: readonly {
        readonly id: string;
        readonly kind: 'case' | 'institution';
        readonly reason: string;
        readonly placed_by: string;
        readonly placed_at: string;
      }[];
      readonly erasure: {
        readonly id: string;
        readonly scope: 'case' | 'email' | 'phone';
        readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
        readonly asked_by: string;
        readonly asked_at: string;
        readonly state: 'waiting' | 'running' | 'done' | 'stopped';
        readonly problem: 'legal_hold' | 'money_open' | 'failed' | null;
        readonly finished_at: string | null;
        readonly rows: number | null;
      } | null;
      readonly erased_at: string | null;
    };
  };
  readonly 'privacy.lift-legal-hold': {
    readonly body: {
      readonly reason: string;
    };
    readonly response: {
      readonly object: 'privacy.customer_data';
      readonly consultation_id: string;
      readonly number: string;
      readonly scopes: readonly ('case' | 'email' | 'phone')[];
      readonly legal_holds: readonly {
        readonly id: string;
        readonly kind: 'case' | 'institution';
        readonly reason: string;
        readonly placed_by: string;
        readonly placed_at: string;
      }[];
      readonly erasure: {
        readonly id: string;
        readonly scope: 'case' | 'email' | 'phone';
        readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
        readonly asked_by: string;
        readonly asked_at: string;
        readonly state: 'waiting' | 'running' | 'done' | 'stopped';
        readonly problem: 'legal_hold' | 'money_open' | 'failed' | null;
        readonly finished_at: string | null;
        readonly rows: number | null;
      } | null;
      readonly erased_at: string | null;
    };
  };
  readonly 'privacy.preview-erasure': {
    readonly response: {
      readonly object: 'privacy.erasure_preview';
      readonly scope: 'case' | 'email' | 'phone';
      readonly cases: readonly {
        readonly number: string;
        readonly open: boolean;
      }[];
      readonly rows: number;
      readonly stops: readonly ('legal_hold' | 'money_open')[];
    };
  };
  readonly 'privacy.set-legal-hold': {
    readonly body: {
      readonly reason: string;
    };
    readonly response: {
      readonly object: 'privacy.customer_data';
      readonly consultation_id: string;
      readonly number: string;
      readonly scopes: readonly ('case' | 'email' | 'phone')[];
      readonly legal_holds: readonly {
        readonly id: string;
        readonly kind: 'case' | 'institution';
        readonly reason: string;
        readonly placed_by: string;
        readonly placed_at: string;
      }[];
      readonly erasure: {
        readonly id: string;
        readonly scope: 'case' | 'email' | 'phone';
        readonly reason: 'asked_on_page' | 'asked_otherwise' | 'ordered' | 'submitted_by_mistake';
        readonly asked_by: string;
        readonly asked_at: string;
        readonly state: 'waiting' | 'running' | 'done' | 'stopped';
        readonly problem: 'legal_hold' | 'money_open' | 'failed' | null;
        readonly finished_at: string | null;
        readonly rows: number | null;
      } | null;
      readonly erased_at: string | null;
    };
  };
  readonly 'referrals.activate': {
    readonly body: {
      readonly note?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'referrals.close': {
    readonly body: {
      readonly note?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'referrals.create-for': {
    readonly body: {
      readonly livemode: boolean;
      readonly referral: {
        readonly external_ref?: string;
        readonly borrower: {
          readonly first_name: string;
          readonly last_name: string;
          readonly email?: string;
          readonly phone?: string;
        };
        readonly vehicle: {
          readonly vin: string;
          readonly year: number;
          readonly make: string;
          readonly model: string;
        };
        readonly claim: {
          readonly carrier: string;
          readonly claim_number: string;
          readonly loss_state: string;
          readonly date_of_loss: string;
          readonly initial_offer_cents: number;
        };
        readonly liability: {
          readonly loan_payoff_cents: number;
          readonly deductible_cents: number;
        };
        readonly consent?: {
          readonly mode?: 'invitation';
        };
      };
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'referrals.decline': {
    readonly body: {
      readonly note?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'referrals.get-record': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'referrals.review': {
    readonly body: {
      readonly status: 'in_review' | 'completed';
      readonly outcome?: 'offer_supported' | 'offer_low' | 'inconclusive';
      readonly summary?: string;
    };
    readonly response: {
      readonly object: 'gap.review_record';
      readonly id: string;
      readonly referral_id: string;
      readonly status: 'in_review' | 'completed';
      readonly outcome: 'offer_supported' | 'offer_low' | 'inconclusive' | null;
      readonly summary: string | null;
      readonly opened_at: string;
      readonly completed_at: string | null;
      readonly updated_at: string;
    };
  };
  readonly 'referrals.settle': {
    readonly body: {
      readonly settlement?: {
        readonly value_cents?: number;
        readonly tax_cents?: number;
        readonly fees_cents?: number;
        readonly other_cents?: number;
        readonly deductible_cents?: number;
        readonly total_cents?: number;
        readonly stated_cents?: number;
      };
      readonly offer?: {
        readonly value_cents?: number;
        readonly tax_cents?: number;
        readonly fees_cents?: number;
        readonly other_cents?: number;
        readonly deductible_cents?: number;
        readonly total_cents?: number;
        readonly stated_cents?: number;
      };
      readonly settlement_cents?: number;
      readonly note?: string;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.referral';
      readonly status: 'invited' | 'activated' | 'settled' | 'closed' | 'declined' | 'expired' | 'canceled';
      readonly external_ref: string | null;
      readonly created_at: string;
      readonly invited_at: string;
      readonly invitation_expires_at: string;
      readonly activated_at: string | null;
      readonly settled_at: string | null;
      readonly closed_at: string | null;
      readonly status_label: string;
      readonly status_tone: string;
      readonly status_note: string | null;
      readonly borrower: {
        readonly first_name: string;
        readonly last_name: string;
        readonly email: string | null;
        readonly phone: string | null;
      };
      readonly vehicle: {
        readonly vin: string;
        readonly year: number;
        readonly make: string;
        readonly model: string;
      };
      readonly claim: {
        readonly carrier: string;
        readonly claim_number: string;
        readonly loss_state: string;
        readonly date_of_loss: string;
        readonly initial_offer_cents: number;
      };
      readonly liability: {
        readonly loan_payoff_cents: number;
        readonly deductible_cents: number;
      };
      readonly program: {
        readonly mode: 'borrower_paid' | 'subsidized' | 'institution_paid';
        readonly subsidy_type: 'fixed' | 'percent' | null;
        readonly subsidy_value: number | null;
        readonly price_cents: number;
        readonly locked: boolean;
      };
      readonly consent: {
        readonly mode: string;
        readonly disclosure_confirmed_at: string | null;
        readonly disclosure_channel: string | null;
        readonly disclosure_attestor_name: string | null;
      };
      readonly submitted_via: string;
      readonly livemode: boolean;
      readonly consultation_number: string | null;
    };
  };
  readonly 'replies.answer': {
    readonly body: {
      readonly words: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'replies.list-templates': {
    readonly response: {
      readonly object: 'list';
      readonly reason: string | null;
      readonly data: readonly {
        readonly template: 'voicemail' | 'missed_call' | 'options_ready';
        readonly title: string;
        readonly sent: boolean;
        readonly channels: readonly {
          readonly channel: 'text' | 'email';
          readonly to: string;
          readonly subject: string | null;
          readonly before: string;
          readonly after: string;
        }[];
      }[];
    };
  };
  readonly 'replies.list-unattached': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly channel: 'text' | 'page' | 'one_click' | 'email' | 'complaint';
        readonly understood_as: 'stop' | 'ask' | 'wrong_number' | 'help' | 'start' | 'yes' | 'other';
        readonly words: string;
        readonly from_hint: string | null;
        readonly received_at: string;
        readonly read_at: string | null;
        readonly answered_at: string | null;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'replies.mark-one-read': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'replies.mark-read': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'replies.resume-contact': {
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'replies.send-template': {
    readonly body: {
      readonly template: 'voicemail' | 'missed_call' | 'options_ready';
      readonly channel: 'text' | 'email';
      readonly words?: string;
    };
    readonly response: {
      readonly ok: true;
    };
  };
  readonly 'report-checks.get': {
    readonly response: {
      readonly object: 'report_check';
      readonly consultation_id: string;
      readonly documents: readonly {
        readonly id: string;
        readonly vendor: string;
        readonly pages: number;
        readonly checked: boolean;
        readonly has_file: boolean;
      }[];
      readonly findings: readonly {
        readonly id: string;
        readonly document_id: string;
        readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
        readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
        readonly certain: boolean;
        readonly marks: readonly {
          readonly page: number;
          readonly box: readonly number[] | null;
          readonly label: string;
          readonly printed: string;
        }[];
        readonly arithmetic: string | null;
        readonly moves_cents: number | null;
        readonly sentence: {
          readonly en: string;
          readonly es: string;
        };
      }[];
      readonly fingerprint: string;
      readonly released: {
        readonly released_by: string;
        readonly released_at: string;
        readonly findings: readonly {
          readonly id: string;
          readonly document_id: string;
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
          readonly certain: boolean;
          readonly marks: readonly {
            readonly page: number;
            readonly box: readonly number[] | null;
            readonly label: string;
            readonly printed: string;
          }[];
          readonly arithmetic: string | null;
          readonly moves_cents: number | null;
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
        }[];
      } | null;
    };
  };
  readonly 'report-checks.release': {
    readonly body: {
      readonly fingerprint: string;
      readonly finding_ids: readonly string[];
    };
    readonly response: {
      readonly object: 'report_check';
      readonly consultation_id: string;
      readonly documents: readonly {
        readonly id: string;
        readonly vendor: string;
        readonly pages: number;
        readonly checked: boolean;
        readonly has_file: boolean;
      }[];
      readonly findings: readonly {
        readonly id: string;
        readonly document_id: string;
        readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
        readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
        readonly certain: boolean;
        readonly marks: readonly {
          readonly page: number;
          readonly box: readonly number[] | null;
          readonly label: string;
          readonly printed: string;
        }[];
        readonly arithmetic: string | null;
        readonly moves_cents: number | null;
        readonly sentence: {
          readonly en: string;
          readonly es: string;
        };
      }[];
      readonly fingerprint: string;
      readonly released: {
        readonly released_by: string;
        readonly released_at: string;
        readonly findings: readonly {
          readonly id: string;
          readonly document_id: string;
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
          readonly certain: boolean;
          readonly marks: readonly {
            readonly page: number;
            readonly box: readonly number[] | null;
            readonly label: string;
            readonly printed: string;
          }[];
          readonly arithmetic: string | null;
          readonly moves_cents: number | null;
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
        }[];
      } | null;
    };
  };
  readonly 'report-checks.withdraw': {
    readonly response: {
      readonly object: 'report_check';
      readonly consultation_id: string;
      readonly documents: readonly {
        readonly id: string;
        readonly vendor: string;
        readonly pages: number;
        readonly checked: boolean;
        readonly has_file: boolean;
      }[];
      readonly findings: readonly {
        readonly id: string;
        readonly document_id: string;
        readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
        readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
        readonly certain: boolean;
        readonly marks: readonly {
          readonly page: number;
          readonly box: readonly number[] | null;
          readonly label: string;
          readonly printed: string;
        }[];
        readonly arithmetic: string | null;
        readonly moves_cents: number | null;
        readonly sentence: {
          readonly en: string;
          readonly es: string;
        };
      }[];
      readonly fingerprint: string;
      readonly released: {
        readonly released_by: string;
        readonly released_at: string;
        readonly findings: readonly {
          readonly id: string;
          readonly document_id: string;
          readonly kind: 'arithmetic' | 'printed_fact' | 'worth_asking';
          readonly code: 'offer_sum' | 'total_sum' | 'valuation_mean' | 'tax_rate' | 'condition_rows' | 'condition_line' | 'refurbishment_rows' | 'base_mean' | 'base_range' | 'comparable_total' | 'comparable_sum' | 'printed_twice' | 'own_odometer' | 'comparable_odometer' | 'vin_year' | 'vin_make' | 'vin_model' | 'comparable_vin_year' | 'comparable_engine' | 'case_vin' | 'case_year' | 'case_make' | 'case_model' | 'case_trim' | 'case_odometer' | 'case_date_of_loss' | 'projected_sold' | 'uniform_condition' | 'take_price' | 'beyond_radius' | 'far_away' | 'old_listing' | 'other_year' | 'other_trim' | 'few_comparables';
          readonly certain: boolean;
          readonly marks: readonly {
            readonly page: number;
            readonly box: readonly number[] | null;
            readonly label: string;
            readonly printed: string;
          }[];
          readonly arithmetic: string | null;
          readonly moves_cents: number | null;
          readonly sentence: {
            readonly en: string;
            readonly es: string;
          };
        }[];
      } | null;
    };
  };
  readonly 'self-service.finish-request': {
    readonly response: {
      readonly id: string;
      readonly consultation_id: string;
      readonly kind: 'copy' | 'correct' | 'delete' | 'reopen';
      readonly words: string | null;
      readonly created_at: string;
      readonly due_at: string | null;
      readonly done_at: string | null;
    };
  };
  readonly 'self-service.list-requests': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly consultation_id: string;
        readonly kind: 'copy' | 'correct' | 'delete' | 'reopen';
        readonly words: string | null;
        readonly created_at: string;
        readonly due_at: string | null;
        readonly done_at: string | null;
      }[];
    };
  };
  readonly 'switches.get': {
    readonly response: {
      readonly intake_program_open: boolean;
      readonly registration_open: boolean;
      readonly features: {
        readonly referral_sandbox: boolean;
        readonly partner_security_platform: boolean;
        readonly signed_credentials: boolean;
        readonly review_records: boolean;
      };
    };
  };
  readonly 'switches.set': {
    readonly body: {
      readonly intake_program_open?: boolean;
      readonly registration_open?: boolean;
      readonly features?: {
        readonly referral_sandbox?: boolean;
        readonly partner_security_platform?: boolean;
        readonly signed_credentials?: boolean;
        readonly review_records?: boolean;
      };
    };
    readonly response: {
      readonly intake_program_open: boolean;
      readonly registration_open: boolean;
      readonly features: {
        readonly referral_sandbox: boolean;
        readonly partner_security_platform: boolean;
        readonly signed_credentials: boolean;
        readonly review_records: boolean;
      };
    };
  };
  readonly 'webhooks.change-endpoint': {
    readonly body: {
      readonly url?: string;
      readonly event_types?: readonly string[];
      readonly status?: 'enabled' | 'disabled';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.create-endpoint': {
    readonly body: {
      readonly url: string;
      readonly livemode: boolean;
      readonly event_types?: readonly string[];
      readonly payload?: 'thin' | 'full';
      readonly secret_kind?: 'standard' | 'gap';
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
      readonly secret: string;
    };
  };
  readonly 'webhooks.get-delivery': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly account_id: string;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly attempts: readonly {
        readonly number: number;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      }[];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
      readonly url: string | null;
      readonly body: string;
      readonly answers: readonly {
        readonly number: number;
        readonly text: string | null;
      }[];
    };
  };
  readonly 'webhooks.get-endpoint': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.get-endpoint-health': {
    readonly response: {
      readonly object: 'gap.webhook_endpoint_health';
      readonly endpoint_id: string;
      readonly state: 'answering' | 'failing' | 'disabled' | 'untried';
      readonly summary: string;
      readonly slow: boolean;
      readonly failing_since: string | null;
      readonly warned_at: string | null;
      readonly certificate_ends_at: string | null;
      readonly last_success: {
        readonly delivery_id: string;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      } | null;
      readonly last_failure: {
        readonly delivery_id: string;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      } | null;
      readonly pending: {
        readonly due: number;
        readonly scheduled: number;
        readonly next_attempt_at: string | null;
      };
      readonly last_24_hours: {
        readonly succeeded: number;
        readonly failed: number;
      };
    };
  };
  readonly 'webhooks.get-recovery': {
    readonly response: {
      readonly object: 'gap.recovery';
      readonly id: string | null;
      readonly status: 'dry_run' | 'running' | 'done' | 'stopped';
      readonly total: number;
      readonly recovered: number;
    };
  };
  readonly 'webhooks.list-deliveries': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly event_id: string;
        readonly endpoint_id: string;
        readonly account_id: string;
        readonly type: string;
        readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
        readonly attempts: readonly {
          readonly number: number;
          readonly at: string;
          readonly status: number | null;
          readonly cause: string;
          readonly duration_ms: number;
        }[];
        readonly next_attempt_at: string | null;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: string | null;
    };
  };
  readonly 'webhooks.list-endpoints': {
    readonly response: {
      readonly object: 'list';
      readonly data: readonly {
        readonly id: string;
        readonly object: 'gap.webhook_endpoint';
        readonly url: string;
        readonly livemode: boolean;
        readonly payload: 'thin' | 'full';
        readonly secret_kind: 'standard' | 'gap';
        readonly event_types: readonly string[];
        readonly status: 'enabled' | 'disabled';
        readonly deprecated: boolean;
        readonly sunset_at: string | null;
        readonly rotation: {
          readonly started_at: string;
          readonly overlap_ends_at: string;
        } | null;
        readonly created_at: string;
      }[];
      readonly has_more: boolean;
      readonly next_cursor: null;
    };
  };
  readonly 'webhooks.promote-secret': {
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.recover-deliveries': {
    readonly body: {
      readonly since: string;
      readonly until?: string;
      readonly states?: readonly ('exhausted' | 'skipped' | 'canceled')[];
      readonly dry_run?: boolean;
    };
    readonly response: {
      readonly object: 'gap.recovery';
      readonly id: string | null;
      readonly status: 'dry_run' | 'running' | 'done' | 'stopped';
      readonly total: number;
      readonly recovered: number;
    };
  };
  readonly 'webhooks.remove-endpoint': {
    readonly response: {
      readonly deleted: boolean;
    };
  };
  readonly 'webhooks.resend-delivery': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly account_id: string;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly attempts: readonly {
        readonly number: number;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      }[];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
    };
  };
  readonly 'webhooks.rotate-secret': {
    readonly body: {
      readonly overlap_hours?: number;
    };
    readonly response: {
      readonly id: string;
      readonly object: 'gap.webhook_endpoint';
      readonly url: string;
      readonly livemode: boolean;
      readonly payload: 'thin' | 'full';
      readonly secret_kind: 'standard' | 'gap';
      readonly event_types: readonly string[];
      readonly status: 'enabled' | 'disabled';
      readonly deprecated: boolean;
      readonly sunset_at: string | null;
      readonly rotation: {
        readonly started_at: string;
        readonly overlap_ends_at: string;
      } | null;
      readonly created_at: string;
      readonly secret: string;
    };
  };
  readonly 'webhooks.send-test-event': {
    readonly response: {
      readonly id: string;
      readonly event_id: string;
      readonly endpoint_id: string;
      readonly account_id: string;
      readonly type: string;
      readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
      readonly attempts: readonly {
        readonly number: number;
        readonly at: string;
        readonly status: number | null;
        readonly cause: string;
        readonly duration_ms: number;
      }[];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
    };
  };
};
