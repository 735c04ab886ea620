import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class PartnerMe {
  public static void main(String[] args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("MAKEWHOLE_URL") + "/api/gap/v1/me"))
        .header("Authorization", "Bearer " + System.getenv("MAKEWHOLE_KEY"))
        .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}
