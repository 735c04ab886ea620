import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;

public class SubmitIntake {
  public static void main(String[] args) throws Exception {
    // Another address each time: a second open case of one person is a duplicate.
    String owner = "owner-" + UUID.randomUUID().toString().substring(0, 8) + "@sandbox.test";
    String body = """
        {
          "agent": { "name": "Example Agent", "platform": "example-agent" },
          "customer": { "first_name": "Robin", "email": "%s" },
          "vehicle": { "year": 2018, "make": "Toyota", "model": "Corolla", "odometer": 61000 },
          "loss": { "zip": "94107", "loss_state": "CA" },
          "offer": { "insurer": "Synthetic Mutual", "acv_offer_cents": 1150000 },
          "consent": { "attestation": "Robin asked me to submit this and knows that you will email, and call if there is a number." },
          "external_ref": "case-1001"
        }""".formatted(owner);
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("MAKEWHOLE_URL") + "/sandbox/api/agent/v1/intakes"))
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}
